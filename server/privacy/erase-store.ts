import { sql, type RawBuilder } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { newId } from "../core/ids.ts";
import { newToken } from "../core/secrets.ts";
import { scheduleEventRemoval } from "../tracking/index.ts";
import { deletePictureRows } from "../picture/index.ts";
import { clubErasers } from "./erase-club-store.ts";
import { personalDataInventory, type PersonalDataTable } from "./personal-data-inventory-store.ts";
import { findBrowserIds, type DataSubject } from "./data-subject-store.ts";
import { privacyMessages } from "./messages.ts";

export type EraseOptions = {
  /** For the test that shows what each table's erasing is good for. */
  readonly leaveOut?: PersonalDataTable["table"];
  /** Gives up seats that others may have; done as late as can be, since whoever wants one of these activities waits. */
  readonly giveUp?: () => Promise<void>;
};
type Context = {
  readonly person: DataSubject;
  /** Whose the rows are that stay for the counts: somebody who never was. */
  readonly nobody: string;
  readonly now: Date;
};
type Eraser = (db: Database, context: Context) => Promise<void>;
/** An erasure and the writers of events wait for each other (migration 0045). */
const EVENTS_LOCK = 7_201_502;

/** Of a channel, what is counted by: nothing that leads to a person or to a link of one. */
const counted = sql`jsonb_strip_nulls(jsonb_build_object('utm_source', channel -> 'utm_source'))`;

/** A user without anything of a person's. */
async function addPlaceholderUser(db: Database, userId: string, now: Date): Promise<void> {
  await sql`insert into app_user (user_id, open_id, nickname, created_time, updated_time)
    values (${userId}, ${`o${newToken().slice(0, 27)}`}, ${privacyMessages.gone}, ${now}, ${now})`.execute(
    db,
  );
}

/** Counted seats stay counted; nothing of whoever sat there does, not even the ticket's number. */
const signUps: Eraser = async (db, { person: { userId }, nobody }) => {
  const { rows } = await sql<{ signup_id: string }>`
    select signup_id from signup where user_id = ${userId}`.execute(db);
  for (const { signup_id } of rows) {
    const fresh = newId();
    await sql`update signup set user_id = ${nobody}, signup_id = ${fresh}, ticket_code = ${fresh}, person = null,
        mobile_key = '', checked_in_by = null, idempotency_key = null, channel = ${counted}
      where signup_id = ${signup_id}`.execute(db);
  }
};
const cancelled: Eraser = async (db, { person: { userId }, nobody }) => {
  const { rows } = await sql<{ signup_id: string }>`
    select signup_id from signup_cancelled where user_id = ${userId}`.execute(db);
  for (const { signup_id } of rows)
    await sql`update signup_cancelled set user_id = ${nobody}, signup_id = ${newId()}, channel = ${counted}
      where signup_id = ${signup_id}`.execute(db);
};
/** A redeemed coupon stays for the accounts; the others go. */
const coupons: Eraser = async (db, { person: { userId }, nobody }) => {
  await sql`delete from coupon where user_id = ${userId} and used_time is null`.execute(db);
  await sql`update coupon set user_id = ${nobody}, used_by = null, idempotency_key = null, channel = ${counted}
    where user_id = ${userId}`.execute(db);
};
const kocs: Eraser = async (db, { person: { userId } }) => {
  await sql`with gone as (delete from koc where user_id = ${userId} returning activity_id, status)
    update koc_program p set taken = p.taken - 1 from gone
    where gone.activity_id = p.activity_id and gone.status in (1, 2)`.execute(db);
};
/** Friends whom they have helped keep the help. */
const helps: Eraser = async (db, { person: { userId }, nobody }) => {
  await sql`delete from share_help where sharer_id = ${userId}`.execute(db);
  await sql`update share_help set friend_id = ${nobody} where friend_id = ${userId}`.execute(db);
};
/** Their reference stands with whoever came by their link. */
const links: Eraser = async (db, { person: { userId } }) => {
  const { rows } = await sql<{ reference: string; activity_id: string }>`
    delete from share_link where user_id = ${userId} returning reference, activity_id`.execute(db);
  for (const { reference, activity_id } of rows) {
    const came = (column: string) =>
      sql`activity_id = ${activity_id} and ${sql.ref(column)} ->> 'from' = ${reference}`;
    await sql`update signup set channel = channel - 'from' where ${came("channel")}`.execute(db);
    await sql`update signup_cancelled set channel = channel - 'from' where ${came("channel")}`.execute(db);
    await sql`update waitlist set channel = channel - 'from' where ${came("channel")}`.execute(db);
    await sql`update lead set first_touch = first_touch - 'from' where ${came("first_touch")}`.execute(db);
    await sql`update lead set last_touch = last_touch - 'from' where ${came("last_touch")}`.execute(db);
  }
  const references = rows.map(({ reference }) => reference);
  await sql`update coupon set channel = channel - 'from' where channel ->> 'from' = any(${references}::text[])`.execute(
    db,
  );
};
/** The files go after the commit; that they are to go is written with it. */
const pictures: Eraser = async (db, { person: { userId }, now }) => {
  await deletePictureRows(sql`user_id = ${userId}`, now).execute(db);
};
/** Of parcels for another server, what is the person's. */
const outbox: Eraser = async (db, { person: { openId, anonymousIds } }) => {
  const all = sql`any(${[openId, ...anonymousIds]}::text[])`;
  const named = sql.raw(
    "array[e ->> 'distinct_id', e ->> 'login_id', e ->> 'anonymous_id', e ->> 'original_id']",
  );
  await sql`update tracking_outbox set events = coalesce((
      select jsonb_agg(e) from jsonb_array_elements(events::jsonb) e
      where not exists (select from unnest(${named}) n where n = ${all})), '[]')::text
    where exists (select from unnest(${[openId, ...anonymousIds]}::text[]) as gone where strpos(events, gone) > 0)`.execute(
    db,
  );
  await sql`delete from tracking_outbox where events = '[]'`.execute(db);
};

const specialErasers: Readonly<Partial<Record<PersonalDataTable["table"], Eraser>>> = {
  signup: signUps,
  signup_cancelled: cancelled,
  coupon: coupons,
  koc: kocs,
  share_help: helps,
  share_link: links,
  picture_upload: pictures,
  tracking_outbox: outbox,
  coupon_delivery: async (db, { person: { userId } }) => {
    await sql`delete from coupon_delivery where coupon_id in (select coupon_id from coupon where user_id = ${userId})`.execute(
      db,
    );
  },
  ...Object.fromEntries(
    Object.entries(clubErasers).map(([table, erase]) => [
      table,
      (db: Database, { person, now }: Context) => erase(db, person, now),
    ]),
  ),
};
const genericEraser =
  ({ table, of }: PersonalDataTable): Eraser =>
  async (db, { person }) => {
    const rows: RawBuilder<unknown> = of(person);
    await sql`delete from ${sql.table(table)} where ${rows}`.execute(db);
  };

type Part = "club" | "behaviour" | "rest";
/** What people did; the rest of a person may be gone by then. */
const behaviour: ReadonlySet<PersonalDataTable["table"]> = new Set([
  "tracked_event",
  "tracking_outbox",
  "tracked_identity",
]);
function partOf(table: PersonalDataTable["table"]): Part {
  if (behaviour.has(table)) return "behaviour";
  return table.startsWith("club_") ? "club" : "rest";
}

/**
 * From now on events of somebody's ids are refused, those that wait somewhere too; whoever writes events
 * waits until the caller's transaction ends.
 * @returns the person with the browsers that have become theirs meanwhile
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

/** Whom they have become in the club since they were looked up. */
async function findNewMemberIds(db: Database, { userId, memberIds }: DataSubject): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`select member_id from club_member
    where user_id = ${userId} and member_id <> all(${[...memberIds]}::text[])`.execute(db);
  return rows.map(({ member_id }) => member_id);
}

/**
 * Erases a person in the caller's transaction, table by table as `holdings` says: afterwards no row leads
 * to them, but their events, which are noted to be deleted (server/tracking/storage/event-removal-store.ts), and whoever asks
 * for anything of theirs finds nothing. What stays for the counts is a user's who never was.
 * @returns the id of that note; null where `leaveOut` leaves their events
 */
export async function erasePerson(
  db: Database,
  person: DataSubject,
  now: Date,
  { leaveOut, giveUp }: EraseOptions = {},
): Promise<string | null> {
  const nobody = newId();
  const eraseThose = async (whom: DataSubject, part: Part): Promise<void> => {
    for (const holding of personalDataInventory) {
      const { table, erased, inStretches = false } = holding;
      if (partOf(table) !== part || inStretches || erased === "kept" || table === leaveOut) continue;
      await (specialErasers[table] ?? genericEraser(holding))(db, { person: whom, nobody, now });
    }
  };
  // All of the club is looked through for who names them, and the writers of events are waited for: both before
  // anything is locked that a crowd may want.
  await eraseThose(person, "club");
  const whole = await refuseEvents(db, person, now);
  await eraseThose(whole, "behaviour");
  await giveUp?.();
  // From here on nothing comes that refers to them. After the activities, as whoever signs up has them.
  await sql`select 1 from app_user where user_id = ${person.userId} for update`.execute(db);
  await giveUp?.();
  const memberIds = await findNewMemberIds(db, person);
  if (memberIds.length > 0) await eraseThose({ ...person, memberIds }, "club");
  await addPlaceholderUser(db, nobody, now);
  await eraseThose(person, "rest");
  if (leaveOut === "tracked_event") return null;
  return scheduleEventRemoval(db, [whole.openId, ...whole.anonymousIds], now);
}
