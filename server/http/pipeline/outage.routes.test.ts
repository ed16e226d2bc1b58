import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { showShareInvitation } from "#contract/share/share.ts";
import { showSignUp, signUp } from "#contract/signup/signup.ts";
import { adoptProcessNumber } from "../../core/ids.ts";
import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { databaseError, databaseFaults, failingDatabase } from "../../testing/database/failing-database.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";

const ACTIVITY = "1000000000000007001";
const UNAVAILABLE = "服务暂时不可用，请稍后重试";
let failing: Awaited<ReturnType<typeof failingDatabase>>;
let app: TestApp;
beforeAll(async () => {
  failing = await failingDatabase();
  app = await testApp({ database: failing.database });
  const activity = sampleActivity(app.context.clock.now(), { activityId: ACTIVITY });
  await app.modules.activities.addActivities([activity]);
});
afterEach(() => failing.fail(null));
afterAll(async () => {
  await app.close();
  await failing.database.remove();
});

let people = 0;
const newMobile = (): string => `138000071${String(people++).padStart(2, "0")}`;

/** Logs a person in and solves the captcha, so that the same form can be sent several times. */
async function createApplicant(mobile: string) {
  const { token } = await app.login(mobile);
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: ACTIVITY }, { token });
  const form = { id: ACTIVITY, name: "林晓岚", mobile, consent: true as const };
  const options = { token, captchaVerifyId, idempotencyKey: `key-of-${mobile}-0123456789` };
  return {
    token,
    send: () => app.call(signUp, form, options),
    records: async () => (await app.call(listOwnSignUps, {}, { token })).data,
  };
}

test("Z04 on a full disk writes are refused with a message, reads work, and no restart is needed afterwards", async () => {
  const { send, records } = await createApplicant("13800007001");
  failing.fail(databaseFaults.diskFull);
  const refused = await send();
  expect([refused.status, refused.code, refused.message]).toEqual([502, "502", UNAVAILABLE]);
  expect(refused.headers["retry-after"]).toBe("2");
  expect((await app.call(showNearby, { id: ACTIVITY })).status).toBe(200);
  expect(await records()).toEqual([]);
  failing.fail(null);
  expect((await send()).status).toBe(200);
  expect(await records()).toHaveLength(1);
});

test("Z04 without a database users get a message, visitors get cached responses, and all works again afterwards", async () => {
  const { send, records } = await createApplicant("13800007002");
  expect((await app.call(showNearby, { id: ACTIVITY })).status).toBe(200);
  failing.fail(databaseFaults.away);
  const refused = await send();
  expect([refused.status, refused.message]).toEqual([502, UNAVAILABLE]);
  expect((await app.call(showNearby, { id: ACTIVITY })).status).toBe(200);
  // This response is not cached.
  const uncached = await app.call(showNearby, { id: "1000000000000007999" });
  expect([uncached.status, uncached.message]).toEqual([502, UNAVAILABLE]);
  expect((await app.app.inject("/readyz")).statusCode).toBe(503);
  expect((await app.app.inject("/healthz")).statusCode).toBe(200);
  failing.fail(null);
  expect((await app.app.inject("/readyz")).statusCode).toBe(200);
  expect((await send()).status).toBe(200);
  expect(await records()).toHaveLength(1);
});

/** Fails only the reads of the server's secrets. */
const noSecrets = { statements: /server_secret/, error: databaseFaults.away.error };

test("Z04 L07 L19 tickets and shared links work without a restart after reading their secret has failed", async () => {
  const { token, send } = await createApplicant("13800007004");
  await send();
  const ticket = () => app.call(showSignUp, { activityId: ACTIVITY }, { token });
  const shared = () => app.call(showShareInvitation, { activityId: ACTIVITY, from: "a".repeat(32) });
  failing.fail(noSecrets);
  expect([(await ticket()).status, (await shared()).status]).toEqual([502, 502]);
  failing.fail(null);
  expect((await ticket()).data.ticket?.key).toMatch(/^[\w-]{20,}$/);
  expect((await shared()).status).toBe(404);
});

test("Z04 on a full disk an existing secret can be read, and a new one cannot be created", async () => {
  const { db, clock } = app.context;
  const secret = await serverSecret(db, clock, "test");
  failing.fail(databaseFaults.diskFull);
  expect(await serverSecret(db, clock, "test")).toBe(secret);
  await expect(serverSecret(db, clock, "test-other")).rejects.toThrow("No space left on device");
});

test("Z04 HA03 while the process's number cannot be renewed, a sign-up is refused as in an outage, not as a fault", async () => {
  const { send, records } = await createApplicant(newMobile());
  const hold = adoptProcessNumber({ number: 0, isHeld: () => false });
  try {
    const refused = await send();
    expect([refused.status, refused.message]).toEqual([502, UNAVAILABLE]);
  } finally {
    hold();
  }
  expect((await send()).status).toBe(200);
  expect(await records()).toHaveLength(1);
});

test("a database error that is no outage is answered with 500", async () => {
  const { send } = await createApplicant("13800007003");
  failing.fail({ statements: /(?:)/, error: () => databaseError("column x does not exist", "42703") });
  expect((await send()).status).toBe(500);
});

/** Ends the connection of the next so many statements that match, and counts them. */
function loseConnections(times: number, statements: RegExp, isDone: boolean): () => number {
  let lost = 0;
  const error = (): Error => {
    lost++;
    if (lost === times) failing.fail(null);
    return databaseFaults.lost.error();
  };
  failing.fail({ statements, error, isDone });
  return () => lost;
}

test.each([
  ["before the sign-up's statement", /insert into signup\b/, false],
  ["after it, with its answer lost", /insert into signup\b/, true],
  ["on the session's statement", /user_session/, false],
  ["on the statement of the own records", /from signup\b/, false],
])("HA05 a connection that ends %s costs no error, and the sign-up is one", async (_, statements, isDone) => {
  const { send, records } = await createApplicant(newMobile());
  const lost = loseConnections(1, statements, isDone);
  expect((await send()).status).toBe(200);
  expect(await records()).toHaveLength(1);
  expect(lost()).toBe(1);
});

test("HA05 a call without an idempotency key that changes something is not repeated; one that only reads is", async () => {
  const { token } = await app.login(newMobile());
  const options = {
    token,
    captchaVerifyId: await app.solveCaptcha({ action: "signup", activityId: ACTIVITY }, { token }),
  };
  const form = { id: ACTIVITY, name: "林晓岚", mobile: "13800007000", consent: true as const };
  const lost = loseConnections(2, /signup\b/, false);
  expect((await app.call(signUp, form, options)).status).toBe(502);
  expect(lost()).toBe(1);
  expect((await app.call(listOwnSignUps, {}, { token })).data).toEqual([]);
  expect(lost()).toBe(2);
});

test("HA05 the third lost connection in a row is an outage", async () => {
  const { send } = await createApplicant(newMobile());
  const lost = loseConnections(4, /insert into signup\b/, false);
  expect([(await send()).status, lost()]).toEqual([502, 3]);
});
