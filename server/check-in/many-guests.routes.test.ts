import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIn, openCheckIn } from "#contract/check-in/check-in.ts";
import { signUpWriter } from "../signup/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

const activityId = "1930000000000000001";
const ALL = 2_120;
let app: TestApp;
let link: string;
beforeAll(async () => {
  app = await testApp();
  const { db, clock } = app.context;
  const activity = sampleActivity(clock.now(), { activityId, quota: null });
  await app.modules.activities.addActivities([activity]);
  await sql`insert into app_user (user_id, open_id, idp_id, nickname, created_time, updated_time)
    select 'm' || at, 'mo' || at, 'mi' || at, '', now(), now() from generate_series(1, ${ALL}::int) as at`.execute(
    db,
  );
  const writer = signUpWriter(db);
  const guestOf = (at: number) => {
    const number = String(at).padStart(4, "0");
    // Ids are ordered by time, so the first guests are listed regardless of their names.
    const signup_id = `193000000000000${number}`;
    return sampleSignUp(`m${at}`, { signup_id, name: `客人 A${number}`, mobile: `1390000${number}` });
  };
  await Promise.all(Array.from({ length: ALL }, (_none, at) => writer.add(activityId, guestOf(at + 1))));
  link = await app.modules.checkIns.addLink({ activityId });
});
afterAll(() => app.close());

const open = async (over: { keyword?: string; cursor?: string } = {}) =>
  (await app.call(openCheckIn, { link, ...over })).data;
const namesOf = ({ guests }: { guests: readonly { name: string }[] }) => guests.map(({ name }) => name);

test(
  "L19 of very many guests the first are listed, all are counted, and a search covers all",
  { timeout: 180_000 },
  async () => {
    const first = await open();
    expect([first.guests.length, first.total, first.arrived]).toEqual([2_000, ALL, 0]);
    expect(first.nextCursor).not.toBeNull();
    expect(namesOf(first)).not.toContain("客人 A2119");
    for (const keyword of [" a2119 ", "2119", "客人 A2119"])
      expect(await open({ keyword })).toMatchObject({
        guests: [{ name: "客人 A2119", mobile: "139****2119" }],
        total: ALL,
        nextCursor: null,
      });
    const [last] = (await open({ keyword: "2119" })).guests;
    const args = { link, by: "小李", signUpId: last?.signUpId ?? "" };
    expect((await app.call(checkIn, args)).data.result).toBe("done");
    expect((await open({ keyword: "2118" })).arrived).toBe(1);
    // A mobile can be found by its visible end only.
    expect((await open({ keyword: "13900002119" })).guests).toEqual([]);
  },
);

test("L19 further pages of list and search show each guest once; an invalid cursor is refused", async () => {
  const [first, found] = [await open(), await open({ keyword: "客人" })];
  const rest = await open({ cursor: first.nextCursor ?? "" });
  expect(new Set([...namesOf(first), ...namesOf(rest)]).size).toBe(ALL);
  expect([rest.guests.length, rest.nextCursor]).toEqual([ALL - 2_000, null]);
  const further = await open({ keyword: "客人", cursor: found.nextCursor ?? "" });
  expect([found.guests.length, further.guests.length]).toEqual([100, 100]);
  expect(new Set([...namesOf(found), ...namesOf(further)]).size).toBe(200);
  expect((await app.call(openCheckIn, { link, cursor: "x" })).status).toBe(601);
});
