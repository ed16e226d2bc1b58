import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showNearby, type FormField } from "#contract/activity/activity.ts";
import { openQuestions, saveQuestions } from "#contract/compose/questions.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { composeMessages } from "./messages.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const by = "市场部小陈";
let made = 0;
/** Adds an online activity without questions, and a link to compose it. */
async function compose() {
  const activityId = `160000000000000${String(1000 + made++)}`;
  const given = { activityId, activityType: "online" as const, form: [], processKey: `Q${made}` };
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), given)]);
  return { activityId, link: await app.modules.compose.addLink({ activityId }) };
}
const size: FormField = {
  key: "size",
  label: "衣服尺码",
  kind: "select",
  required: true,
  options: ["M", "L"],
  placeholder: "",
};

test("L12 questions are read, saved in order and shown to everybody at once", async () => {
  const { activityId, link } = await compose();
  const opened = (await app.call(openQuestions, { link })).data;
  expect(opened.questions).toEqual([]);
  expect((await app.call(showNearby, { id: activityId })).data.form).toEqual([]);
  const age: FormField = { ...size, key: "age", label: " 年龄 ", kind: "number", options: ["x"] };
  const before = toShanghaiIso(app.context.clock.now());
  const saved = await app.call(saveQuestions, {
    link,
    by,
    revision: opened.revision,
    questions: [age, size],
  });
  const after = toShanghaiIso(app.context.clock.now());
  const expected = [{ ...age, label: "年龄", options: [] }, size];
  expect([saved.status, saved.data.questions]).toEqual([200, expected]);
  expect([opened.savedBy, opened.savedTime]).toEqual([null, null]);
  expect(saved.data.savedBy).toBe(by);
  // Times have a resolution of seconds, and the second may end meanwhile.
  expect([before, after]).toContain(saved.data.savedTime);
  expect((await app.call(showNearby, { id: activityId })).data.form).toEqual(expected);
  expect((await app.call(openQuestions, { link })).data).toEqual(saved.data);
});

test("a save over a colleague's newer questions is refused, and nothing is lost", async () => {
  const { link } = await compose();
  const { revision } = (await app.call(openQuestions, { link })).data;
  await app.call(saveQuestions, { link, by, revision, questions: [size] });
  const late = await app.call(saveQuestions, { link, by, revision, questions: [] });
  expect([late.status, late.message]).toEqual([409, composeMessages.questionsMeanwhile]);
  expect((await app.call(openQuestions, { link })).data.questions).toEqual([size]);
});

test.each<[string, FormField[], Record<string, string>]>([
  ["no title", [{ ...size, label: "  " }], { "questions.0.label": "请填写题目" }],
  ["too long a title", [{ ...size, label: "长".repeat(41) }], { "questions.0.label": "最多 40 个字" }],
  ["one choice", [{ ...size, options: ["M"] }], { "questions.0.options": "至少两个选项" }],
  ["a choice twice", [{ ...size, options: ["M", "M"] }], { "questions.0.options": "选项不能重复" }],
  ["an empty choice", [{ ...size, options: ["M", ""] }], { "questions.0.options.1": "选项不能为空" }],
  ["a key twice", [size, size], { questions: "题目编号不能重复" }],
])("L12 %s is 601 at its place, and nothing is saved", async (_name, questions, fields) => {
  const { link } = await compose();
  const { revision } = (await app.call(openQuestions, { link })).data;
  const refused = await app.call(saveQuestions, { link, by, revision, questions });
  expect([refused.status, refused.data]).toEqual([601, { fields }]);
  expect((await app.call(openQuestions, { link })).data.questions).toEqual([]);
});

test("U62 a form takes pictures and pictures of options, but not where leads are left without a login", async () => {
  const photos: FormField = { ...size, key: "photos", kind: "picture", options: [], maxPictures: 3 };
  const colours: FormField = { ...size, optionPictures: size.options.map((_, at) => `/media/${at}.svg`) };
  const { activityId, link } = await compose();
  const save = async (questions: FormField[]) => {
    const { revision } = (await app.call(openQuestions, { link })).data;
    return app.call(saveQuestions, { link, by, revision, questions });
  };
  expect((await save([photos, colours])).data.questions).toEqual([photos, colours]);
  const short = await save([{ ...colours, optionPictures: ["/media/0.svg"] }]);
  expect(short.data).toEqual({ fields: { "questions.0.optionPictures": "每个选项各一张图片" } });
  expect((await save([{ ...photos, maxPictures: 10 }])).data).toEqual({
    fields: { "questions.0.maxPictures": "最多 9 张" },
  });
  await sql`update activity set page_type = 'lead' where activity_id = ${activityId}`.execute(app.context.db);
  expect((await save([size, photos])).data).toEqual({
    fields: { "questions.1.kind": composeMessages.noPicturesInLeads },
  });
});

test("an invalid link gives no access to questions", async () => {
  const link = "A".repeat(43);
  expect((await app.call(openQuestions, { link })).status).toBe(404);
  expect((await app.call(saveQuestions, { link, by, revision: "", questions: [] })).status).toBe(404);
});
