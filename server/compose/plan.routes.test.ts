import { afterAll, beforeAll, expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { cancelPlan, openCompose, planBlocks, planLimits, saveBlocks } from "#contract/compose/compose.ts";
import { toShanghaiIso } from "../activity/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { planStore } from "./plan-store.ts";
import { composeMessages } from "./messages.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const by = "市场部小陈";
const faq = (question: string) => ({ kind: "faq" as const, items: [{ question, answer: "能" }] });
const inAnHour = () => toShanghaiIso(app.context.clock.now() + HOUR);
let made = 0;
/** A new online activity with one block, and a link to compose its page. */
async function compose() {
  const activityId = `151000000000000${String(1000 + made++)}`;
  const given = { activityId, activityType: "online" as const, blocks: [faq("原来的")] };
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { ...given, processKey: `P${made}` }),
  ]);
  return { activityId, link: await app.modules.compose.addLink({ activityId }) };
}
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);
type Wish = { basedOn?: number; replaces?: string | null; publishTime?: string };
const plan = (link: string, text: string, wish: Wish = {}) =>
  app.call(planBlocks, {
    link,
    by,
    basedOn: 0,
    replaces: null,
    blocks: [faq(text)],
    publishTime: inAnHour(),
    ...wish,
  });
const questions = (blocks: readonly unknown[]) =>
  blocks.map((block) => (block as ReturnType<typeof faq>).items[0]?.question);
const opened = async (link: string) => (await app.call(openCompose, { link })).data;
const shown = async (activityId: string) =>
  questions((await app.call(showNearby, { id: activityId })).data.blocks);

test("a page planned for a moment stays as it is until then, and everybody sees it from then on", async () => {
  const { activityId, link } = await compose();
  const publishTime = inAnHour();
  const { status, data } = await plan(link, "开售以后", { publishTime });
  expect([status, data]).toMatchObject([
    200,
    { version: 0, versions: [], planned: { basedOn: 0, plannedBy: by, publishTime } },
  ]);
  expect(questions(data.planned?.blocks ?? [])).toEqual(["开售以后"]);
  app.context.clock.set(Date.parse(publishTime) - 1);
  expect(await planStore(app.context.db).publishNext(new Date(app.context.clock.now()))).toBe(false);
  // What visitors are answered is kept: not over the moment. The running server looks by itself.
  expect(await shown(activityId)).toEqual(["原来的"]);
  app.context.clock.set(Date.parse(publishTime));
  await expect.poll(() => shown(activityId), { timeout: 60_000 }).toEqual(["开售以后"]);
  expect(await opened(link)).toMatchObject({
    version: 1,
    planned: null,
    versions: [
      { version: 1, savedBy: by },
      { version: 0, savedBy: null },
    ],
  });
});

test("a cancelled plan is never shown; it is cancelled once", async () => {
  const { activityId, link } = await compose();
  const { revision = "" } = (await plan(link, "取消的")).data.planned ?? {};
  const answers = await Promise.all([1, 2].map(() => app.call(cancelPlan, { link, revision })));
  expect(statuses(answers)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.message).toBe(composeMessages.planGone);
  expect((await opened(link)).planned).toBeNull();
  expect(await planStore(app.context.db).publishNext(new Date(app.context.clock.now() + 2 * HOUR))).toBe(
    false,
  );
  expect(await shown(activityId)).toEqual(["原来的"]);
});

test("one plan a page: nobody replaces one, or plans over a version, that they have not seen", async () => {
  const { link } = await compose();
  const answers = await Promise.all(["甲", "乙", "丙"].map((text) => plan(link, text)));
  expect(statuses(answers)).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.message).toBe(composeMessages.plannedMeanwhile);
  const first = (await opened(link)).planned;
  const second = await plan(link, "丁", { replaces: first?.revision ?? "" });
  expect([second.status, questions(second.data.planned?.blocks ?? [])]).toEqual([200, ["丁"]]);
  expect((await plan(link, "戊", { replaces: first?.revision ?? "" })).status).toBe(409);
  // Saving at once leaves the plan as it is, and tells that it was made before.
  const saved = await app.call(saveBlocks, { link, by, basedOn: 0, blocks: [faq("马上")] });
  expect(saved.data).toMatchObject({ version: 1, planned: { basedOn: 0 } });
  const { revision = "" } = saved.data.planned ?? {};
  expect((await plan(link, "己", { replaces: revision })).status).toBe(409);
  expect((await plan(link, "己", { replaces: revision, basedOn: 1 })).status).toBe(200);
  // A plan that is gone is not replaced by mistake.
  const { planned } = await opened(link);
  await app.call(cancelPlan, { link, revision: planned?.revision ?? "" });
  expect((await plan(link, "庚", { replaces: planned?.revision ?? "", basedOn: 1 })).status).toBe(409);
});

test("several processes look at once: each plan becomes one version", async () => {
  const pages = await Promise.all([compose(), compose(), compose()]);
  await Promise.all(pages.map(({ link }) => plan(link, "一次")));
  const due = new Date(app.context.clock.now() + HOUR);
  const store = planStore(app.context.db);
  const found = await Promise.all(Array.from({ length: 9 }, () => store.publishNext(due)));
  // Whoever met a locked one may have gone on without it.
  while (await store.publishNext(due)) found.push(true);
  expect(found.filter(Boolean)).toHaveLength(3);
  for (const { link } of pages)
    expect((await opened(link)).versions.map(({ version }) => version)).toEqual([1, 0]);
});

test("a time that is over, too far or none, and faulty blocks are 601 at their places; nothing is planned", async () => {
  const { link } = await compose();
  const now = app.context.clock.now();
  const cases: [string, string][] = [
    [toShanghaiIso(now), composeMessages.timeOver],
    [toShanghaiIso(now + (planLimits.maxDays + 1) * 24 * HOUR), composeMessages.timeTooFar],
    ["2026-12-01T10:00", "请选择更新时间"],
  ];
  for (const [publishTime, text] of cases) {
    const { status, data } = await plan(link, "不行", { publishTime });
    expect([status, data]).toMatchObject([601, { fields: { publishTime: text } }]);
  }
  const faulty = await plan(link, "");
  expect([faulty.status, faulty.data]).toMatchObject([
    601,
    { fields: { "blocks.0.items.0.question": "请填写文字" } },
  ]);
  expect((await opened(link)).planned).toBeNull();
  expect((await plan("A".repeat(43), "没有链接")).status).toBe(404);
  expect((await app.call(cancelPlan, { link: "A".repeat(43), revision: "1" })).status).toBe(404);
});
