import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { createSelfService, createWaitlist } from "../index.ts";
import {
  confirmed,
  expired,
  offered,
  testWaitlist,
  waitingAt,
} from "../../testing/waitlist/test-waitlist.ts";
import { waitlistStore } from "./store.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterEach(() => app.context.clock.set(null));
afterAll(() => app.close());
const { now, nextMobile, open, seated, waits, stateOf, seats } = testWaitlist(() => app);

/** Sessions of one seat each that begin in so many hours. */
const sessionsIn = (...hours: number[]) =>
  hours.map((inHours, at) => ({
    sessionId: String(at + 1),
    dealerId: null,
    startTime: now() + inHours * HOUR,
    endTime: now() + (inHours + 1) * HOUR,
    quota: 1,
    taken: 0,
  }));
/** Logs a new person in who can sign up over HTTP. */
async function signer(id: string) {
  const mobile = nextMobile();
  const { userId, token } = await app.login(mobile);
  const signUpFor = async (sessionId: string, isWaiting: boolean) => {
    const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: id }, { token });
    const form = { id, name: "林晓岚", mobile, consent: true as const, sessionId, waitlist: isWaiting };
    return app.call(signUp, form, { token, captchaVerifyId });
  };
  return { userId, token, signUpFor };
}
const placeOf = async (id: string, userId: string) => {
  const { rows } = await sql<{ state: string; session_id: string; is_erased: boolean }>`
    select state, session_id, person is null and mobile_key is null as is_erased from waitlist
    where activity_id = ${id} and user_id = ${userId}`.execute(app.context.db);
  return rows[0];
};

test("L18 a person who waited for a session that has begun can sign up for another one or wait for it", async () => {
  const asks = { series: false, dealer: false, session: true };
  const id = await open({ quota: 3, sessions: sessionsIn(24, 48, 72), asks });
  await seated(id, "1");
  await seated(id, "2");
  const [one, other] = [await signer(id), await signer(id)];
  for (const person of [one, other])
    expect((await person.signUpFor("1", true)).data.status).toBe("waitlisted");
  app.context.clock.set(now() + 24 * HOUR + 1);
  expect(await stateOf(id, one)).toEqual(expired);
  expect((await one.signUpFor("3", false)).data.status).toBe("confirmed");
  expect((await other.signUpFor("2", true)).data.status).toBe("waitlisted");
  expect([await stateOf(id, one), await stateOf(id, other)]).toEqual([confirmed, waitingAt(1)]);
  expect(await placeOf(id, other.userId)).toEqual({ state: "waiting", session_id: "2", is_erased: false });
});

test("L18 entries for a session that has begun expire: personal data is erased, the position is freed, nothing is due", async () => {
  const sessions = sessionsIn(24, 48);
  const id = await open({ quota: 2, sessions });
  const holder = await seated(id, "1");
  await seated(id, "2");
  const [missed, waiting] = [await waits(id, "1"), await waits(id, "2")];
  const begun = sessions[0]?.startTime ?? 0;
  const due = async (at: number) =>
    (
      await waitlistStore.listDueActivities(app.context.db, new Date(at), new Date(at + 10 * MINUTE))
    ).includes(id);
  expect([await due(begun - 1), await due(begun)]).toEqual([false, true]);
  await createWaitlist(app.context.db).advanceAll(begun);
  expect(await placeOf(id, missed.userId)).toEqual({ state: "expired", session_id: "1", is_erased: true });
  expect(await stateOf(id, waiting)).toEqual(waitingAt(1));
  expect(await seats(id)).toMatchObject({ taken: 2, held: 2, sessions: [1, 1] });
  // The free seat belongs to a session that has begun, so nothing may be due every ten seconds.
  await sql`delete from signup where activity_id = ${id} and user_id = ${holder.userId}`.execute(
    app.context.db,
  );
  await sql`update activity set taken = 1 where activity_id = ${id}`.execute(app.context.db);
  expect(await due(begun)).toBe(false);
});

test("L18 a crowd waiting for one session does not block a person waiting for another session with a seat", async () => {
  const id = await open({ quota: 3, sessions: sessionsIn(24, 48) });
  const [one] = [await seated(id, "2"), await seated(id, "1")];
  const next = await waits(id, "2");
  await sql`
    insert into app_user (user_id, idp_id, open_id, nickname, created_time, updated_time)
    select ${id} || n, ${id} || n, ${id} || n, '', now(), now() from generate_series(1, 500) n`.execute(
    app.context.db,
  );
  await sql`
    insert into waitlist (activity_id, user_id, signup_id, ticket_code, state, session_id, channel, joined_time)
    select ${id}, ${id} || n, ${id} || n, ${id} || n, 'waiting', '1', '{}', now() - interval '1 hour'
    from generate_series(1, 500) n`.execute(app.context.db);
  await createSelfService(app.context.db).cancel(id, one.userId, now());
  expect(await stateOf(id, next)).toEqual(offered);
});
