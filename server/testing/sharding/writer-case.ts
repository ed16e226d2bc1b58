import { sql } from "kysely";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { newId } from "../../core/ids.ts";
import { insertAllocatedSignUps } from "../../signup/register/bulk-insert-store.ts";
import type { NewActivity } from "../../activity/index.ts";
import type { TestApp } from "../app.ts";
import { addPeople, type RacePerson } from "../races/race-people.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { sampleSignUp } from "../samples/sample-sign-up.ts";

/** Writes of tables whose triggers a database prepared for sharding does not have: arranges, and returns the write. */
export type WriterCase = (app: TestApp) => Promise<() => Promise<unknown>>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Time of all writes, so that both databases note the same days. */
export const at = Date.parse("2026-03-10T04:00:00Z");
export const by = { by: commandLineActor, now: new Date(at) };
const signedUp = new Date(at - 5 * DAY);
export const session = (sessionId: string, over: Partial<NewActivity["sessions"][number]> = {}) => ({
  sessionId,
  dealerId: null,
  startTime: at + 7 * DAY,
  endTime: at + 7 * DAY + HOUR,
  quota: 1,
  taken: 0,
  ...over,
});

/** Activity with two sessions of one seat each, two seats in all. */
export function newActivity(over: Partial<NewActivity> = {}): NewActivity {
  const activityId = over.activityId ?? newId();
  return sampleActivity(at, {
    activityId,
    processKey: `P${activityId}`,
    quota: 2,
    asks: { series: false, dealer: false, session: true },
    sessions: [
      session("morning"),
      session("evening", { startTime: at + 8 * DAY, endTime: at + 8 * DAY + HOUR }),
    ],
    ...over,
  });
}
export async function addActivity(app: TestApp, over: Partial<NewActivity> = {}): Promise<NewActivity> {
  const activity = newActivity(over);
  await app.modules.activities.addActivities([activity]);
  return activity;
}
export async function addPerson(app: TestApp): Promise<RacePerson> {
  const [person] = await addPeople(app.context.db, 1);
  if (person === undefined) throw new Error("a person");
  return person;
}
/** Signs people up for the sessions of an activity, one each. @returns its id and the people */
export async function addSignUps(
  app: TestApp,
  sessions: readonly (string | null)[],
  over: Partial<NewActivity> = {},
): Promise<{ activityId: string; people: readonly RacePerson[]; signUpIds: readonly string[] }> {
  const { db } = app.context;
  const { activityId } = await addActivity(app, over);
  const people = await addPeople(db, sessions.length);
  const rows = people.map(({ userId }, place) =>
    sampleSignUp(userId, { session_id: sessions[place] ?? null, created_time: signedUp }),
  );
  await insertAllocatedSignUps(db, activityId, rows);
  return { activityId, people, signUpIds: rows.map(({ signup_id }) => signup_id) };
}

/** Consequences of a write, without ids. */
export type Notes = {
  readonly topics: readonly string[];
  readonly days: readonly string[];
  readonly isScopeChanged: boolean;
  readonly calendars: readonly string[];
  readonly members: readonly string[];
};
/** Deletes the people of earlier cases, as far as notes show them. */
export async function clearPeople({ context: { db } }: TestApp): Promise<void> {
  for (const table of ["club_member_key", "club_member", "user_session"])
    await sql`delete from ${sql.table(table)}`.execute(db);
}
/** Forgets the consequences of earlier writes. */
export async function clearNotes({ context: { db } }: TestApp): Promise<void> {
  for (const table of ["content_change", "figure_change", "figure_version", "schedule_change"])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update activity set calendar_version = 0`.execute(db);
  await sql`update activity_session set calendar_version = 0`.execute(db);
}
export async function readNotes({ context: { db } }: TestApp): Promise<Notes> {
  const { rows } = await sql<Notes>`
    select
      array(select distinct split_part(topic, ' ', 1) from content_change order by 1) as topics,
      array(select distinct day::text from figure_change order by 1) as days,
      exists (select from figure_version where part = 'activities') as "isScopeChanged",
      array(
        select 'activity ' || calendar_version from activity where calendar_version > 0
        union all select session_id || ' ' || calendar_version from activity_session where calendar_version > 0
        union all select 'former ' || session_id || ' ' || start_time::text || ' ' || end_time::text from schedule_change
        order by 1) as calendars,
      array(select concat_ws(' ', display_name, avatar, owner, array_to_string(series_codes, ','), deleted_time is not null)
        from club_member order by member_id) as members`.execute(db);
  const [notes] = rows;
  if (notes === undefined) throw new Error("no notes");
  return notes;
}
