import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../../server/testing/app.ts";
import { sampleActivity } from "../../server/testing/samples/sample-activity.ts";
import { addSimulators } from "../index.ts";
import type { CrowdState } from "./crowd.ts";
import type { SaleSecond } from "./timeline.ts";
import { saleStore, type SaleRow } from "./store.ts";

let app: TestApp;
let origin: string;
/** Another process on the same database; closed last. */
let restarted: TestApp | null = null;
beforeAll(async () => {
  app = await testApp({ extend: addSimulators, settings: { SIMULATORS: "1" } });
  origin = await app.listen();
});
afterAll(async () => {
  await restarted?.close();
  await app.close();
});

const read = async <D>(path: string, from: TestApp = app): Promise<D> =>
  (await from.app.inject({ url: `/lab/sale/${path}` })).json<{ data: D }>().data;
const post = (path: string, payload: object) =>
  app.app.inject({ method: "POST", url: `/lab/sale/${path}`, payload });
/** Polls until a condition holds, with a generous limit for slow machines. */
async function until<T>(ask: () => Promise<T>, isRight: (found: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const found = await ask();
    if (isRight(found) || tries > 200) return found;
    await setTimeout(100);
  }
}
const pointsOf = (activityId: string) =>
  read<{ points: SaleSecond[] }>(
    `seconds?activityId=${activityId}&from=${Math.floor(Date.now() / 1_000) - 900}`,
  ).then(({ points }) => points);
const sum = (points: readonly SaleSecond[], end: keyof SaleSecond["all"]["ended"]): number =>
  points.reduce((all, { all: { ended } }) => all + (ended[end] ?? 0), 0);

test("L10 records every sign-up attempt by outcome, with the seats, including early refusals", async () => {
  const activityId = "1800000000000000001";
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, quota: 1 }),
  ]);
  const [one, other] = [await app.login("13600000001"), await app.login("13600000002")];
  const form = { id: activityId, name: "林晓岚", consent: true as const };
  const send = async (token: string, mobile: string, isSolved = true) => {
    const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId }, { token });
    return app.call(signUp, { ...form, mobile }, { token, ...(isSolved && { captchaVerifyId }) });
  };
  expect((await send(one.token, "13600000001", false)).status).toBe(633);
  expect((await send(one.token, "13600000001")).code).toBe("00");
  expect((await send(one.token, "13600000001")).code).toBe("00");
  expect((await send(other.token, "13600000002")).status).toBe(633);
  expect((await app.call(signUp, { ...form, mobile: "13600000002" }, { isUnsigned: true })).status).toBe(401);
  const points = await until(
    () => pointsOf(activityId),
    (all) => sum(all, "denied") === 1 && sum(all, "full") === 1,
  );
  for (const end of ["captcha", "accepted", "again", "full", "denied"] as const)
    expect([end, sum(points, end)]).toEqual([end, 1]);
  expect(points.at(-1)).toMatchObject({ quota: 1, taken: 1 });
  expect(points.reduce((all, point) => all + point.all.answers, 0)).toBe(5);
  // Stored counts contain no personal data.
  expect(JSON.stringify(points)).not.toMatch(/136000000|林晓岚/);
});

test("a simulated crowd gets exactly the seats over HTTP, live in the stream and after a restart", async () => {
  const started = await post("crowd", { people: 12, seats: 5, seconds: 1, taps: 2, unsolved: 10 });
  const { activityId } = started.json<{ data: { activityId: string } }>().data;
  expect((await post("crowd", { people: 1, seats: 1, seconds: 1 })).statusCode).toBe(409);
  const stream = await fetch(`${origin}/lab/sale/stream?activityId=${activityId}`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  while (!/event: seconds[\s\S]*"accepted":/.test(heard)) heard += (await reader?.read())?.value ?? "";
  await reader?.cancel();
  const { crowd } = await until(
    () => read<{ crowd: CrowdState }>("sales"),
    (found) => !["preparing", "running"].includes(found.crowd.phase),
  );
  expect(crowd).toMatchObject({ phase: "ended", people: 12, ready: 12, taps: 24, answered: 24 });
  const points = await until(
    () => pointsOf(activityId),
    (all) => all.reduce((taps, { all: { answers } }) => taps + answers, 0) === 24,
  );
  expect(sum(points, "accepted")).toBe(5);
  expect(points.at(-1)).toMatchObject({ quota: 5, taken: 5 });

  restarted = await testApp({ beside: app, extend: addSimulators, settings: { SIMULATORS: "1" } });
  const { sales } = await read<{ sales: SaleRow[] }>("sales", restarted);
  expect(sales.find((sale) => sale.activityId === activityId)).toMatchObject({ arrived: 24, accepted: 5 });
});

test("rejects invalid plans, and stops a crowd on request", async () => {
  expect((await post("crowd", { people: 0, seats: 1, seconds: 1 })).statusCode).toBe(601);
  expect((await post("crowd", { people: 9_999, seats: 1, seconds: 1 })).statusCode).toBe(601);
  expect((await app.app.inject({ url: "/lab/sale/seconds?activityId=x&from=0" })).statusCode).toBe(601);
  await post("crowd", { people: 5, seats: 5, seconds: 60 });
  await post("crowd/stop", {});
  const { crowd } = await read<{ crowd: CrowdState }>("sales");
  expect(crowd.phase).toBe("stopped");
});

test("limits stored rows: the oldest seconds are deleted first", async () => {
  const store = saleStore(app.context);
  const figures = { arrived: 1, ended: {}, rules: {}, underWay: 0, waiting: 0, latencies: {} };
  const rows = [1, 2, 3, 4].map((second) => ({ activityId: "9", second, process: "p", figures }));
  await store.add(rows);
  expect(await store.seconds("9", 0, 10)).toHaveLength(4);
  await store.purge(2);
  expect(await store.seconds("9", 0, 10)).toEqual([]);
});

test("does not exist without simulators", async () => {
  const plain = await testApp();
  for (const url of ["/lab/sale", "/lab/sale/sales", "/lab/sale-app.js"])
    expect([url, (await plain.app.inject({ url })).statusCode]).toEqual([url, 404]);
  const crowd = await plain.app.inject({ method: "POST", url: "/lab/sale/crowd", payload: {} });
  expect(crowd.statusCode).toBe(404);
  await plain.close();
});
