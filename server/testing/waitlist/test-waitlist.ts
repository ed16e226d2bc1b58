import { sql } from "kysely";
import { expect } from "vitest";
import { showSignUp } from "#contract/signup/signup.ts";
import type { TestApp } from "../app.ts";
import { sampleSignUp } from "../samples/sample-sign-up.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { signUpWriter, createWaitlist } from "../../signup/index.ts";

/** Expected states of a person, as `stateOf` returns them. */
export const confirmed = { signed: true, status: "confirmed", state: undefined, position: undefined };
export const offered = { signed: false, status: "waitlisted", state: "offered", position: 0 };
export const waitingAt = (position: number) => ({
  signed: false,
  status: "waitlisted",
  state: "waiting",
  position,
});
export const expired = { signed: false, status: null, state: "expired", position: 0 };

/** Creates activities with people who have or wait for a seat. @param app available once the tests run */
export function testWaitlist(app: () => TestApp) {
  let activityCount = 0;
  const now = () => app().context.clock.now();
  async function open(over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
    const activityId = `130000000000000${String(1000 + activityCount++)}`;
    await app().modules.activities.addActivities([sampleActivity(now(), { activityId, quota: 2, ...over })]);
    return activityId;
  }
  let mobileCount = 0;
  const nextMobile = (): string => `135${String(10_000_000 + mobileCount++)}`;
  const logIn = () => app().login(nextMobile());
  async function seated(id: string, sessionId: string | null = null) {
    const person = await logIn();
    const { row } = await signUpWriter(app().context.db).add(
      id,
      sampleSignUp(person.userId, { session_id: sessionId }),
    );
    expect(row).not.toBeNull();
    return person;
  }
  async function waits(id: string, sessionId: string | null = null) {
    const person = await logIn();
    const entry = sampleSignUp(person.userId, { session_id: sessionId, created_time: new Date(now()) });
    await createWaitlist(app().context.db).join(id, entry, now());
    return person;
  }
  const stateOf = async (id: string, { token }: { token: string }) => {
    const { signed, status, waiting } = (await app().call(showSignUp, { activityId: id }, { token })).data;
    return { signed, status, state: waiting?.state, position: waiting?.position };
  };
  /** Reads the counters, and the number of seats that are signed up or reserved. */
  async function seats(id: string) {
    const { rows } = await sql<{ taken: number; held: number; sessions: number[] | null }>`
      select taken, ((select count(*) from signup s where s.activity_id = a.activity_id)
          + (select count(*) from waitlist w where w.activity_id = a.activity_id and w.state = 'offered'))::int as held,
        (select array_agg(taken order by session_id) from activity_session s where s.activity_id = a.activity_id) as sessions
      from activity a where activity_id = ${id}`.execute(app().context.db);
    return rows[0];
  }
  return { now, nextMobile, open, logIn, seated, waits, stateOf, seats };
}
