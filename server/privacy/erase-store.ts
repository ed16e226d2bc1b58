import { sql, type RawBuilder } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { deleteSessionsOfUser } from "../database/shared-tables/change-announcement-store.ts";
import { noteCancelledSignUpDays, noteSignUpDays } from "../database/shared-tables/figure-change-store.ts";
import { retireClubMember } from "../database/shared-tables/user-change-store.ts";
import { newId } from "../core/ids.ts";
import { newToken } from "../core/secrets.ts";
import { scheduleEventRemoval } from "../tracking/index.ts";
import { deletePictureRows } from "../picture/index.ts";
import { clubErasers } from "./erase-club-store.ts";
import { mallErasers } from "./erase-mall-store.ts";
import { personalDataInventory, type PersonalDataTable } from "./personal-data-inventory-store.ts";
import { findBrowserIds, type DataSubject } from "./data-subject-store.ts";
import { privacyMessages } from "./messages.ts";

export type EraseOptions = {
  /** A table that is left out; for the test that proves that each table has to be erased. */
  readonly skippedTable?: PersonalDataTable["table"];
  /** Releases the person's seats, as late as possible because it blocks other sign-ups of these activities. */
  readonly releaseSeats?: () => Promise<void>;
  /** Locks the person's orders, which is done before the user is locked. */
  readonly lockOrders?: () => Promise<void>;
  /** Throws if orders have begun that hinder the erasure; no further one can begin then. */
  readonly refuseOpenOrders?: () => Promise<void>;
};
type Context = {
  readonly person: DataSubject;
  /** User id of a placeholder that owns the rows kept for the counts. */
  readonly placeholderId: string;
  readonly now: Date;
};
type Eraser = (db: Database, context: Context) => Promise<void>;
/** Advisory lock that serialises erasures and event writers (migration 0045). */
const EVENTS_LOCK = 7_201_502;

/** The part of a channel that statistics count by, without references to a person or a person's link. */
const counted = sql`jsonb_strip_nulls(jsonb_build_object('utm_source', channel -> 'utm_source'))`;

/**
 * Locks the user's row against concurrent erasures and changes.
 * @param lockTimeout limit for this and all further lock waits of the transaction, ms
 */
export async function lockUser(transaction: Database, userId: string, lockTimeout: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${lockTimeout}ms`}, true)`.execute(transaction);
  await sql`select from app_user where user_id = ${userId} for no key update`.execute(transaction);
}

/** Adds an empty user that keeps the anonymised rows. */
async function addPlaceholderUser(db: Database, userId: string, now: Date): Promise<void> {
  await sql`insert into app_user (user_id, open_id, nickname, created_time, updated_time)
    values (${userId}, ${`o${newToken().slice(0, 27)}`}, ${privacyMessages.gone}, ${now}, ${now})`.execute(
    db,
  );
}

/** Anonymises sign-ups, including the ticket's number, and keeps the rows for the seat counters. */
const signUps: Eraser = async (db, { person: { userId }, placeholderId }) => {
  await noteSignUpDays(db, sql`g.user_id = ${userId}`);
  const { rows } = await sql<{ signup_id: string }>`
    select signup_id from signup where user_id = ${userId}`.execute(db);
  for (const { signup_id } of rows) {
    const newSignUpId = newId();
    await sql`update signup set user_id = ${placeholderId}, signup_id = ${newSignUpId}, ticket_code = ${newSignUpId}, person = null,
        mobile_key = '', checked_in_by = null, idempotency_key = null, channel = ${counted}
      where signup_id = ${signup_id}`.execute(db);
  }
};
const cancelled: Eraser = async (db, { person: { userId }, placeholderId }) => {
  await noteCancelledSignUpDays(db, sql`g.user_id = ${userId}`);
  const { rows } = await sql<{ signup_id: string }>`
    select signup_id from signup_cancelled where user_id = ${userId}`.execute(db);
  for (const { signup_id } of rows)
    await sql`update signup_cancelled set user_id = ${placeholderId}, signup_id = ${newId()}, channel = ${counted}, cancel_reason = null
      where signup_id = ${signup_id}`.execute(db);
};
/** Anonymises redeemed coupons, which accounting needs, and deletes the others. */
const coupons: Eraser = async (db, { person: { userId }, placeholderId }) => {
  await sql`delete from coupon where user_id = ${userId} and used_time is null`.execute(db);
  await sql`update coupon set user_id = ${placeholderId}, used_by = null, idempotency_key = null, channel = ${counted}
    where user_id = ${userId}`.execute(db);
};
/** Keeps requests as the proof that they were handled, without the person; an erasure that was asked for is done. */
const rightsRequests: Eraser = async (db, { person: { userId }, now }) => {
  await sql`
    update rights_request set user_id = null, request_words = null, export_text = null, revision = revision + 1,
      erased_time = case when kind = 'erase' then ${now}::timestamptz end
    where user_id = ${userId}`.execute(db);
};
const kocs: Eraser = async (db, { person: { userId } }) => {
  await sql`with gone as (delete from koc where user_id = ${userId} returning activity_id, status)
    update koc_program p set taken = p.taken - 1 from gone
    where gone.activity_id = p.activity_id and gone.status in (1, 2)`.execute(db);
};
/** Takes the person's votes back, so that the counters equal the votes. */
const votes: Eraser = async (db, { person: { userId } }) => {
  await sql`with gone as (delete from contest_vote where user_id = ${userId} returning entry_id),
    counted as (select entry_id, count(*)::int as n from gone group by entry_id)
    update contest_entry e set votes = e.votes - c.n from counted c where c.entry_id = e.entry_id`.execute(
    db,
  );
};
/** Keeps the helps given to friends, anonymised. */
const helps: Eraser = async (db, { person: { userId }, placeholderId }) => {
  await sql`delete from share_help where sharer_id = ${userId}`.execute(db);
  await sql`update share_help set friend_id = ${placeholderId} where friend_id = ${userId}`.execute(db);
};
/** Removes the person's references from the rows of people who came by their links. */
const links: Eraser = async (db, { person: { userId } }) => {
  const { rows } = await sql<{ reference: string; activity_id: string }>`
    delete from share_link where user_id = ${userId} returning reference, activity_id`.execute(db);
  for (const { reference, activity_id } of rows) {
    const came = (column: string) =>
      sql`activity_id = ${activity_id} and ${sql.ref(column)} ->> 'from' = ${reference}`;
    await noteSignUpDays(db, sql`g.activity_id = ${activity_id} and g.channel ->> 'from' = ${reference}`);
    await noteCancelledSignUpDays(
      db,
      sql`g.activity_id = ${activity_id} and g.channel ->> 'from' = ${reference}`,
    );
    await sql`update signup set channel = channel - 'from' where ${came("channel")}`.execute(db);
    await sql`update signup_cancelled set channel = channel - 'from' where ${came("channel")}`.execute(db);
    await sql`update waitlist set channel = channel - 'from' where ${came("channel")}`.execute(db);
    await sql`update lead set first_touch = first_touch - 'from' where ${came("first_touch")}`.execute(db);
    await sql`update lead set last_touch = last_touch - 'from' where ${came("last_touch")}`.execute(db);
  }
  const references = rows.map(({ reference }) => reference);
  for (const table of ["coupon", "mall_order"])
    await sql`update ${sql.table(table)} set channel = channel - 'from' where channel ->> 'from' = any(${references}::text[])`.execute(
      db,
    );
};
/** Deletes the rows and schedules the files for deletion after the commit. */
const pictures: Eraser = async (db, { person: { userId }, now }) => {
  await deletePictureRows(sql`user_id = ${userId}`, now).execute(db);
};
/** Removes the person's events from batches that wait to be forwarded. */
const outbox: Eraser = async (db, { person: { openId, anonymousIds } }) => {
  const all = sql`any(${[openId, ...anonymousIds]}::text[])`;
  // The subject of an event, as `eventsOfIds` defines it.
  const subject = sql.raw("coalesce(e ->> 'login_id', e ->> 'distinct_id')");
  await sql`update tracking_outbox set events = coalesce((
      select jsonb_agg(e) from jsonb_array_elements(events::jsonb) e
      where (${subject} = ${all}) is not true), '[]')::text
    where exists (select from unnest(${[openId, ...anonymousIds]}::text[]) as gone where strpos(events, gone) > 0)`.execute(
    db,
  );
  await sql`delete from tracking_outbox where events = '[]'`.execute(db);
};

/**
 * Ends files of operators that have the person's data, and lets a file that is being made begin anew. Of a request that
 * was typed about a person nothing stays.
 */
const exportedFiles: Eraser = async (db, { person: { userId }, now }) => {
  await sql`
    delete from export_job where names_person
      and export_id in (select e.export_id from export_person e where e.user_id = ${userId})`.execute(db);
  const { rows } = await sql<{ export_id: string }>`
    update export_job set state = case when state = 'ready' then 'ended' else state end, attempt = attempt + 1,
      lease_time = ${now}, row_count = 0
    where state in ('waiting', 'ready')
      and export_id in (select e.export_id from export_person e where e.user_id = ${userId}) returning export_id`.execute(
    db,
  );
  const those = sql`export_id = any(${rows.map(({ export_id }) => export_id)}::text[])`;
  await sql`delete from export_part where ${those}`.execute(db);
  await sql`delete from export_person where ${those} or user_id = ${userId}`.execute(db);
};

const specialErasers: Readonly<Partial<Record<PersonalDataTable["table"], Eraser>>> = {
  export_person: exportedFiles,
  signup: signUps,
  signup_cancelled: cancelled,
  contest_vote: votes,
  coupon: coupons,
  koc: kocs,
  share_help: helps,
  share_link: links,
  rights_request: rightsRequests,
  picture_upload: pictures,
  user_session: (db, { person: { userId } }) => deleteSessionsOfUser(db, userId),
  app_user: async (db, { person: { userId } }) => {
    await retireClubMember(db, userId);
    await sql`delete from app_user where user_id = ${userId}`.execute(db);
  },
  tracking_outbox: outbox,
  coupon_delivery: async (db, { person: { userId } }) => {
    await sql`delete from coupon_delivery where coupon_id in (select coupon_id from coupon where user_id = ${userId})`.execute(
      db,
    );
  },
  ...Object.fromEntries(
    Object.entries(mallErasers).map(([table, erase]) => [
      table,
      (db: Database, { person, placeholderId }: Context) => erase(db, person, placeholderId),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(clubErasers).map(([table, erase]) => [
      table,
      (db: Database, { person, now }: Context) => erase(db, person, now),
    ]),
  ),
};
const genericEraser =
  ({ table, condition }: PersonalDataTable): Eraser =>
  async (db, { person }) => {
    const rows: RawBuilder<unknown> = condition(person);
    await sql`delete from ${sql.table(table)} where ${rows}`.execute(db);
  };

type Part = "club" | "behaviour" | "rest";
/** Tables of behaviour events, erased in a part of their own. */
const behaviour: ReadonlySet<PersonalDataTable["table"]> = new Set([
  "tracked_event",
  "tracking_outbox",
  "tracked_identity",
  "funnel_day",
]);
function partOf(table: PersonalDataTable["table"]): Part {
  if (behaviour.has(table)) return "behaviour";
  return table.startsWith("club_") ? "club" : "rest";
}

/**
 * Refuses further events of the person's ids, including queued ones. Event writers wait until the caller's
 * transaction ends.
 * @returns the person with browsers that were linked meanwhile
 */
async function refuseEvents(db: Database, person: DataSubject, now: Date): Promise<DataSubject> {
  await sql`select pg_advisory_xact_lock(${EVENTS_LOCK})`.execute(db);
  const known = await findBrowserIds(db, person.openId);
  const anonymousIds = [...new Set([...person.anonymousIds, ...known])];
  await sql`insert into erased_identity (id_hash, erased_time)
    select sha256(convert_to(id, 'UTF8')), ${now} from unnest(${[person.openId, ...anonymousIds]}::text[]) as id
    on conflict do nothing`.execute(db);
  return { ...person, anonymousIds };
}

/** Finds club member ids that were created since the person was looked up. */
async function findNewMemberIds(db: Database, { userId, memberIds }: DataSubject): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`select member_id from club_member
    where user_id = ${userId} and member_id <> all(${[...memberIds]}::text[])`.execute(db);
  return rows.map(({ member_id }) => member_id);
}

/**
 * Erases a person in the caller's transaction, table by table as `personalDataInventory` defines. Events are only
 * scheduled for removal (server/tracking/storage/event-removal-store.ts); rows kept for the counts are moved to a
 * placeholder user.
 * @returns the id of the scheduled event removal; null if `skippedTable` leaves the events
 */
export async function erasePerson(
  db: Database,
  person: DataSubject,
  now: Date,
  { skippedTable, releaseSeats, lockOrders, refuseOpenOrders }: EraseOptions = {},
): Promise<string | null> {
  const placeholderId = newId();
  const eraseThose = async (subject: DataSubject, part: Part): Promise<void> => {
    for (const holding of personalDataInventory) {
      const { table, erased, isReadByDay = false } = holding;
      if (partOf(table) !== part || isReadByDay || erased === "kept" || table === skippedTable) continue;
      await (specialErasers[table] ?? genericEraser(holding))(db, { person: subject, placeholderId, now });
    }
  };
  // Scanning the club for mentions and waiting for event writers are slow, so both come before rows are locked that
  // many sign-ups need.
  await eraseThose(person, "club");
  const whole = await refuseEvents(db, person, now);
  await eraseThose(whole, "behaviour");
  await releaseSeats?.();
  await lockOrders?.();
  // Blocks new references to the user. Locks activities before the user, in the same order as a sign-up.
  await sql`select 1 from app_user where user_id = ${person.userId} for update`.execute(db);
  await refuseOpenOrders?.();
  await releaseSeats?.();
  const memberIds = await findNewMemberIds(db, person);
  if (memberIds.length > 0) await eraseThose({ ...person, memberIds }, "club");
  await addPlaceholderUser(db, placeholderId, now);
  await eraseThose(person, "rest");
  if (skippedTable === "tracked_event") return null;
  return scheduleEventRemoval(db, [whole.openId, ...whole.anonymousIds], now);
}
