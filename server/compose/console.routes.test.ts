import { sql } from "kysely";
import { expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { openCompose, saveBlocks } from "#contract/compose/compose.ts";
import {
  cancelPagePlan,
  issuePagePreview,
  listPageSources,
  openPage,
  openPageQuestions,
  planPage,
  previewPage,
  revokePagePreviews,
  savePage,
  savePageQuestions,
  showPageSource,
  showPageVersion,
} from "#contract/console/content/pages.ts";
import type { OperatorArgs, OperatorCall } from "#contract/console/operator-call.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openApp } from "../testing/app.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../testing/operator.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { composeMessages } from "./messages.ts";

const app = await openApp();
const region = (sponsorLevel2: "VWSA400000" | "VWSA500000") => ({
  ...everyScope,
  sponsorLevel1: ["107002" as const],
  sponsorLevel2: [sponsorLevel2],
});
const east = await loginOperator(app, "region", region("VWSA400000"), { name: "周运营" });
const south = await loginOperator(app, "region", region("VWSA500000"));
const call = <C extends OperatorCall>(who: TestOperator, called: C, args: OperatorArgs<C>) =>
  callAsOperator(app, who, called, args);
const faq = (question: string) => ({ kind: "faq" as const, items: [{ question, answer: "能" }] });
let made = 0;
/** Adds an online activity of the east with one block. */
async function addPage(over: object = {}): Promise<string> {
  const activityId = `152000000000000${String(1000 + made++)}`;
  const given = { activityId, activityType: "online" as const, blocks: [faq("原来的")] };
  const sponsor = { sponsorLevel1: "107002" as const, sponsorLevel2: "VWSA400000" };
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { ...given, ...sponsor, processKey: `D${made}`, ...over }),
  ]);
  return activityId;
}
const questionsOf = (blocks: readonly unknown[]) =>
  blocks.map((block) => (block as ReturnType<typeof faq>).items[0]?.question);
const auditOf = async (activityId: string): Promise<string[]> =>
  (
    await sql<{ line: string }>`select action || ' ' || actor_kind || ' ' || host as line from audit_entry
      where about_id = ${activityId} order by at_time, audit_id`.execute(app.context.db)
  ).rows.map(({ line }) => line);

test("CO70 a page is saved as the same versions as by link, with the operator's name, and public at once", async () => {
  const activityId = await addPage();
  const opened = (await call(east, openPage, { activityId })).data;
  expect(opened).toMatchObject({ version: 0, expiresTime: null, isPublished: true });
  const saved = await call(east, savePage, { activityId, basedOn: 0, blocks: [faq("后台")] });
  expect(saved.data.versions[0]).toMatchObject({ version: 1, savedBy: "周运营" });
  await expect
    .poll(async () => questionsOf((await app.call(showNearby, { id: activityId })).data.blocks))
    .toEqual(["后台"]);
  const link = await app.modules.compose.addLink({ activityId });
  await app.call(saveBlocks, { link, by: "小陈", basedOn: 1, blocks: [faq("链接")] });
  const { versions } = (await call(east, openPage, { activityId })).data;
  expect(versions.map(({ version, savedBy }) => [version, savedBy])).toEqual([
    [2, "小陈"],
    [1, "周运营"],
    [0, null],
  ]);
  expect((await app.call(openCompose, { link })).data.versions).toEqual(versions);
  const first = (await call(east, showPageVersion, { activityId, version: 1 })).data;
  expect(questionsOf(first.blocks)).toEqual(["后台"]);
  expect(await auditOf(activityId)).toContain("page.change operator console");
});

test("CO86 of two who save a page one is told of the other, by name", async () => {
  const activityId = await addPage();
  const save = (question: string) =>
    call(east, savePage, { activityId, basedOn: 0, blocks: [faq(question)] });
  const answers = await Promise.all([save("一"), save("二")]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual(["00", "EDIT_CONFLICT"]);
  const late = await save("三");
  expect([late.message, late.data]).toMatchObject([
    composeMessages.savedMeanwhile,
    { by: "周运营", fields: ["blocks"] },
  ]);
  const faulty = await call(east, savePage, { activityId, basedOn: 1, blocks: [faq("")] });
  expect(faulty).toMatchObject({
    status: 601,
    data: { fields: { "blocks.0.items.0.question": expect.any(String) } },
  });
  const { blocks, faults } = (await call(east, previewPage, { activityId, blocks: [faq("")] })).data;
  expect([blocks, Object.keys(faults)]).toEqual([[null], ["blocks.0.items.0.question"]]);
});

test("CO70 a plan is made, seen by who has a link, and cancelled once", async () => {
  const activityId = await addPage();
  const publishTime = new Date(app.context.clock.now() + 3_600_000).toISOString();
  const plan = { activityId, basedOn: 0, replaces: null, blocks: [faq("明天")], publishTime };
  const { planned } = (await call(east, planPage, plan)).data;
  expect(planned).toMatchObject({ plannedBy: "周运营" });
  const link = await app.modules.compose.addLink({ activityId });
  expect((await app.call(openCompose, { link })).data.planned).toEqual(planned);
  const again = await call(east, planPage, plan);
  expect([again.code, again.message]).toEqual(["EDIT_CONFLICT", composeMessages.plannedMeanwhile]);
  const revision = planned?.revision ?? "";
  expect((await call(east, cancelPagePlan, { activityId, revision })).data.planned).toBeNull();
  expect((await call(east, cancelPagePlan, { activityId, revision })).code).toBe("EDIT_CONFLICT");
});

test("CO70 questions of the form are saved with the operator's name, once for each revision", async () => {
  const activityId = await addPage();
  const { revision } = (await call(east, openPageQuestions, { activityId })).data;
  const question = {
    key: "q1",
    label: "几位",
    kind: "number" as const,
    required: true,
    options: [],
    placeholder: "",
  };
  const given = { activityId, revision, questions: [question] };
  expect((await call(east, savePageQuestions, given)).data).toMatchObject({ savedBy: "周运营" });
  const again = await call(east, savePageQuestions, given);
  expect([again.code, again.data]).toMatchObject(["EDIT_CONFLICT", { by: "周运营", fields: ["form"] }]);
});

test("CO70 a preview's address shows the unpublished page until it is revoked", async () => {
  const activityId = await addPage({ isDraft: true });
  const { url } = (await call(east, issuePagePreview, { activityId })).data;
  const token = new URL(url).searchParams;
  const shown = () =>
    app.call(showNearby, {
      id: "00",
      preview: "1",
      processKey: token.get("processKey") ?? "",
      nodeKey: token.get("nodeKey") ?? "",
      previewToken: token.get("previewToken") ?? "",
    });
  expect(questionsOf((await shown()).data.blocks)).toEqual(["原来的"]);
  expect((await call(east, revokePagePreviews, { activityId })).data.revoked).toBe(1);
  expect((await shown()).status).toBe(404);
});

test("CO09 another region's page, and one of an activity that is not online, do not exist", async () => {
  const activityId = await addPage({ title: "东区页面" });
  const offline = await addPage({ activityType: "localoffline" });
  const tries: readonly [OperatorCall, object][] = [
    [openPage, {}],
    [previewPage, { blocks: [] }],
    [savePage, { basedOn: 0, blocks: [] }],
    [planPage, { basedOn: 0, replaces: null, blocks: [], publishTime: "2030-01-01T00:00:00+08:00" }],
    [cancelPagePlan, { revision: "1" }],
    [showPageVersion, { version: 0 }],
    [openPageQuestions, {}],
    [savePageQuestions, { revision: "x", questions: [] }],
    [issuePagePreview, {}],
    [revokePagePreviews, {}],
    [showPageSource, {}],
  ];
  for (const [called, args] of tries) {
    const answers = [
      await call(south, called, { ...args, activityId }),
      await call(east, called, { ...args, activityId: offline }),
    ];
    expect([called.name, ...answers.map(({ status }) => status)]).toEqual([called.name, 404, 404]);
  }
  const titles = async (who: TestOperator) =>
    (await call(who, listPageSources, { text: "东区" })).data.sources.map(({ title }) => title);
  expect([await titles(east), await titles(south)]).toEqual([["东区页面"], []]);
  const { sources } = (await call(east, listPageSources, { text: "" })).data;
  expect(sources.map((source) => source.activityId)).toContain(activityId);
  expect(questionsOf((await call(east, showPageSource, { activityId })).data.blocks)).toEqual(["原来的"]);
  expect(await auditOf(activityId)).toEqual([]);
});
