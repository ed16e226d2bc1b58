import { randomUUID } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "#contract/signup/signup.ts";
import { operatorActor } from "../../database/shared-tables/audit-log.ts";
import { eraseUser } from "../../privacy/erase-user.ts";
import { testApp, type TestApp } from "../app.ts";
import { sampleActivity } from "../samples/sample-activity.ts";

const HOUR = 3_600_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { RATE_LIMITS: "off" } });
});
afterAll(() => app.close());

let made = 0;
/** Adds a future activity, or one that has begun; its sign-up is open in both cases. */
async function open(hasBegun: boolean): Promise<string> {
  const now = app.context.clock.now();
  const activityId = `17900000000000${String(20_000 + made++)}`;
  const times = hasBegun ? { startTime: now - HOUR, endTime: now + HOUR } : {};
  await app.modules.activities.addActivities([sampleActivity(now, { activityId, ...times })]);
  return activityId;
}
async function somebody() {
  const mobile = `137${String(60_000_000 + made++)}`;
  const { token, userId } = await app.login(mobile);
  const take = async (id: string): Promise<number> => {
    const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: id }, { token });
    const form = { id, name: "林晓岚", mobile, consent: true } as const;
    return (await app.call(signUp, form, { token, captchaVerifyId, idempotencyKey: randomUUID() })).status;
  };
  return { userId, take };
}
const isWaited = async (): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.context.db);
  return rows.length > 0;
};

/**
 * Erases a person with a seat in a future activity and in one that has begun, while another transaction holds
 * `lock`.
 */
async function erasedWhile(
  lock: (userId: string) => RawBuilder<unknown>,
  meanwhile: (coming: string, begun: string) => Promise<unknown>,
) {
  const [coming, begun] = [await open(false), await open(true)];
  const { userId, take } = await somebody();
  for (const id of [coming, begun]) await take(id);
  let isOver = false;
  let erasing: Promise<unknown> = Promise.resolve();
  const [seen, wasOver] = await app.context.db.transaction().execute(async (transaction) => {
    await lock(userId).execute(transaction);
    const after = { deleteDueFiles: () => Promise.resolve(), eventTimeout: 60_000 };
    erasing = eraseUser(app.context, after, userId, operatorActor)
      .catch((error: unknown) => error)
      .finally(() => (isOver = true));
    await expect.poll(isWaited).toBe(true);
    return [await meanwhile(coming, begun), isOver];
  });
  const isErased = await erasing;
  const { rows: taken } = await sql<{ taken: number }>`
    select taken from activity where activity_id in (${coming}, ${begun}) order by activity_id`.execute(
    app.context.db,
  );
  return { seen, wasOver, isErased, taken: taken.map((row) => row.taken) };
}

test("L10 while an erasure waits for writers of events, others can sign up for the person's activities", async () => {
  const other = await somebody();
  const result = await erasedWhile(
    () => sql`select pg_advisory_xact_lock_shared(7201502)`,
    async (coming, begun) => [await other.take(coming), await other.take(begun)],
  );
  expect(result).toMatchObject({ seen: [200, 200], wasOver: false, isErased: true, taken: [1, 2] });
});

test("L10 while an erasure waits after freeing seats, others can sign up for activities that have begun, and leave leads for all", async () => {
  const other = await somebody();
  // The lock of a row that refers to the activity, held until its transaction commits.
  const referred = (id: string) => sql`select from activity where activity_id = ${id} for key share nowait`;
  const result = await erasedWhile(
    (userId) => sql`select from app_user where user_id = ${userId} for key share`,
    async (coming, begun) => {
      await referred(coming).execute(app.context.db);
      return other.take(begun);
    },
  );
  expect(result).toMatchObject({ seen: 200, wasOver: false, isErased: true, taken: [0, 2] });
});
