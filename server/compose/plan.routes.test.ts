import { afterAll, beforeAll, expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { cancelPlan, openCompose, planBlocks, planLimits, saveBlocks } from "#contract/compose/compose.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
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
/** Adds an online activity with one block, and a link to compose its page. */
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
type PlanArgs = { basedOn?: number; replaces?: string | null; publishTime?: string };
const plan = (link: string, text: string, args: PlanArgs = {}) =>
  app.call(planBlocks, {
    link,
    by,
    basedOn: 0,
    replaces: null,
    blocks: [faq(text)],
    publishTime: inAnHour(),
    ...args,
  });
const questions = (blocks: readonly unknown[]) =>
  blocks.map((block) => (block as ReturnType<typeof faq>).items[0]?.question);
const opened = async (link: string) => (await app.call(openCompose, { link })).data;
const shown = async (activityId: string) =>
  questions((await app.call(showNearby, { id: activityId })).data.blocks);

test("a planned page stays unchanged until its time and is public from then on", async () => {
  const { activityId, link } = await compose();
  const publishTime = inAnHour();
  const { status, data } = await plan(link, "开售以后", { publishTime });
  expect([status, data]).toMatchObject([
    200,
    { version: 0, versions: [], planned: { basedOn: 0, plannedBy: by, publishTime } },
  ]);
  expect(questions(data.planned?.blocks ?? [])).toEqual(["开售以后"]);
  const before = Date.parse(publishTime) - 1;
  expect(await planStore(app.context.db).publishNext(new Date(before))).toBe(false);
  // Cached responses must not outlive the publication; the running server publishes by itself.
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

test("a cancelled plan is never published and can be cancelled only once", async () => {
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

test("a page has one plan: an operator cannot replace an unseen plan or plan over an unseen version", async () => {
  const { link } = await compose();
  const answers = await Promise.all(["甲", "乙", "丙"].map((text) => plan(link, text)));
  expect(statuses(answers)).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.message).toBe(composeMessages.plannedMeanwhile);
  const first = (await opened(link)).planned;
  const second = await plan(link, "丁", { replaces: first?.revision ?? "" });
  expect([second.status, questions(second.data.planned?.blocks ?? [])]).toEqual([200, ["丁"]]);
  expect((await plan(link, "戊", { replaces: first?.revision ?? "" })).status).toBe(409);
  // An immediate save keeps the plan, which shows that it is based on an earlier version.
  const saved = await app.call(saveBlocks, { link, by, basedOn: 0, blocks: [faq("马上")] });
  expect(saved.data).toMatchObject({ version: 1, planned: { basedOn: 0 } });
  const { revision = "" } = saved.data.planned ?? {};
  expect((await plan(link, "己", { replaces: revision })).status).toBe(409);
  expect((await plan(link, "己", { replaces: revision, basedOn: 1 })).status).toBe(200);
  // A published or cancelled plan cannot be replaced.
  const { planned } = await opened(link);
  await app.call(cancelPlan, { link, revision: planned?.revision ?? "" });
  expect((await plan(link, "庚", { replaces: planned?.revision ?? "", basedOn: 1 })).status).toBe(409);
});

test("each plan becomes one version when several processes publish concurrently", async () => {
  const pages = await Promise.all([compose(), compose(), compose()]);
  await Promise.all(pages.map(({ link }) => plan(link, "一次")));
  const due = new Date(app.context.clock.now() + HOUR);
  const store = planStore(app.context.db);
  const found = await Promise.all(Array.from({ length: 9 }, () => store.publishNext(due)));
  // A process that met a locked plan may have skipped it.
  while (await store.publishNext(due)) found.push(true);
  expect(found.filter(Boolean)).toHaveLength(3);
  for (const { link } of pages)
    expect((await opened(link)).versions.map(({ version }) => version)).toEqual([1, 0]);
});

test("a past, too distant or missing time and invalid blocks are 601 with their fields; nothing is planned", async () => {
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
