import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LIVE_FIGURES_PATH, type LiveFigures } from "#contract/console/figure-live.ts";
import { everyScope } from "#contract/console/scope.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { testApp, type TestApp } from "../app.ts";
import { loginOperator, type TestOperator } from "../operator.ts";
import { addPeople } from "../races/race-people.ts";
import { sampleSignUp } from "../samples/sample-sign-up.ts";
import { addSceneActivities, sceneActivities } from "./figure-scene.ts";

let app: TestApp;
let origin: string;
const streams: { end(): Promise<void> }[] = [];
const soon = { timeout: 20_000 };
const [ONE] = sceneActivities;
beforeAll(async () => {
  app = await testApp();
  app.context.clock.set(Date.parse(`${toShanghaiDate(new Date())}T12:00:00+08:00`));
  await addSceneActivities(app);
  origin = await app.listen();
});
afterAll(async () => {
  for (const stream of streams) await stream.end();
  await app.close();
});

/** Opens the stream of an operator. */
async function watch(session: Pick<TestOperator, "token"> | null, headers: Record<string, string> = {}) {
  const ending = new AbortController();
  const cookie = session === null ? {} : { cookie: `marque_console=${session.token}` };
  const answer = await fetch(origin + LIVE_FIGURES_PATH, {
    headers: { ...cookie, ...headers },
    signal: ending.signal,
  });
  let text = "";
  let isOver = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
    isOver = true;
  })().catch(() => {}); // aborted by the test
  const stream = {
    answer,
    read: () => text,
    isOver: () => isOver,
    sent: (): LiveFigures[] =>
      [...text.matchAll(/^event: figures\ndata: (.*)$/gmu)].map(
        ([, data]) => JSON.parse(data ?? "") as LiveFigures,
      ),
    end: async () => {
      ending.abort();
      await reading;
    },
  };
  streams.push(stream);
  return stream;
}
async function signUp(activityId: string): Promise<void> {
  const [person] = await addPeople(app.context.db, 1);
  if (!person) throw new Error("no person");
  const created_time = new Date(app.context.clock.now());
  const row = sampleSignUp(person.userId, { mobile: person.mobile, created_time });
  await app.modules.signUps.seed(
    [{ ...row, activity_id: activityId, checked_in_time: null, checked_in_by: null }],
    [],
  );
}

test("CO85 the stream sends numbers alone, in scope, only when one changed", async () => {
  const everything = await watch(await loginOperator(app, "hq-admin"));
  const region = {
    ...everyScope,
    sponsorLevel1: ["107002" as const],
    sponsorLevel2: ["VWSA500000" as const],
  };
  const other = await watch(await loginOperator(app, "hq-staff", region));
  expect(everything.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  await vi.waitFor(() => expect([everything.sent().length, other.sent().length]).toEqual([1, 1]), soon);
  const [first] = everything.sent();
  expect(first?.values).toMatchObject({ signUps: 0, arrivals: 0 });
  expect(first?.sessionsRunning).toBe(3);
  expect(other.sent()[0]?.sessionsRunning).toBe(2);
  await signUp(ONE.activityId);
  await vi.waitFor(() => expect(everything.sent().at(-1)?.values.signUps).toBe(1), soon);
  // The other region's numbers did not change.
  expect(other.sent()).toHaveLength(1);
  for (const { values } of everything.sent())
    for (const value of Object.values(values)) expect(typeof value).toBe("number");
});

test("CO85 the stream ends with the session, and with the right", async () => {
  const operator = await loginOperator(app, "hq-staff");
  const stream = await watch(operator);
  const locked = await loginOperator(app, "hq-staff");
  const lockedStream = await watch(locked);
  await vi.waitFor(() => expect(stream.sent()).toHaveLength(1), soon);
  await sql`delete from operator_session where session_id = ${operator.sessionId}`.execute(app.context.db);
  await sql`delete from operator_grant where operator_id = ${locked.operatorId}`.execute(app.context.db);
  await vi.waitFor(() => expect([stream.isOver(), lockedStream.isOver()]).toEqual([true, true]), soon);
  expect(stream.read()).toContain("event: end");
  expect(lockedStream.read()).toContain("event: end");
  const after = app.context.clock.now() + 11 * 60_000;
  const long = await watch(await loginOperator(app, "hq-staff"));
  app.context.clock.set(after);
  await vi.waitFor(() => expect(long.isOver()).toBe(true), soon);
  // The page opens it again.
  expect(long.read()).not.toContain("event: end");
});

test("the stream is refused without a session, without the right, and to another site's page", async () => {
  const service = await loginOperator(app, "service");
  const staff = await loginOperator(app, "hq-staff");
  for (const [session, headers, status] of [
    [null, {}, 401],
    [{ token: "x".repeat(43) }, {}, 401],
    [service, {}, 406],
    [staff, { "sec-fetch-site": "cross-site" }, 406],
    [staff, { "sec-fetch-site": "same-origin" }, 200],
  ] as const) {
    const stream = await watch(session, headers);
    expect(stream.answer.status).toBe(status);
    await stream.end();
  }
});

test("an open stream does not keep an unused session alive", async () => {
  const operator = await loginOperator(app, "hq-staff");
  const before = new Date(app.context.clock.now() - 20 * 60_000);
  await sql`update operator_session set used_time = ${before} where session_id = ${operator.sessionId}`.execute(
    app.context.db,
  );
  const stream = await watch(operator);
  await vi.waitFor(() => expect(stream.sent()).toHaveLength(1), soon);
  const { rows } = await sql<{ used_time: Date }>`
    select used_time from operator_session where session_id = ${operator.sessionId}`.execute(app.context.db);
  expect(rows[0]?.used_time).toEqual(before);
});
