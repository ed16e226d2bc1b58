import { sql } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { CancellationColumns } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { unnestIds, prepared } from "../../database/statements/prepared-statements.ts";
import { announceFreeSeat } from "../../database/shared-tables/change-announcement-store.ts";
import { lookupKeyParameter, encryptedPerson } from "../../database/encryption/encrypted-columns.ts";
import { seatExpiryTime } from "../seat-expiry-store.ts";
import { effectiveDealerId } from "../session-dealer-store.ts";
import { personFields } from "../encrypted-person.ts";
import { insertSignUpEvent } from "../event-store.ts";
import type { SignUpRow } from "../tables.ts";
import type { NewSignUp } from "../register/writer.ts";
import { scheduleChangeColumns, scheduleChangeJoin, type ScheduleChangeColumns } from "../schedule-store.ts";

type PersonFields = "name" | "mobile" | "answers" | "body_hash";
/** A waitlist entry; personal data is deleted when it expires. */
export type WaitlistRow = Omit<NewSignUp, "created_time" | PersonFields> &
  Partial<Pick<NewSignUp, PersonFields>> & {
    activity_id: string;
    state: "waiting" | "offered" | "expired";
    joined_time: Date;
    offer_until: Date | null;
  };
/** An entry with the time until which it can become a seat. */
export type TimedWaitlistRow = WaitlistRow & { begins_time: Date };
/** An entry with the data that its card shows. */
export type WaitlistDetailRow = TimedWaitlistRow &
  CancellationColumns &
  ScheduleChangeColumns & {
    activity_type: "localoffline" | "online";
    is_published: boolean;
    title: string;
    cover_url: string;
    /** session-dealer-store.ts */
    at_dealer_id: string | null;
    dealer: Pick<Organisation, "name" | "status"> | null;
    address: string;
    from_time: Date;
    to_time: Date;
    /** Number of people ahead in the queue. */
    before: number;
  };
/** An entry with a reserved seat. */
export type OfferedRow = Pick<WaitlistRow, "signup_id" | "user_id" | "session_id" | "joined_time"> &
  Partial<Pick<WaitlistRow, "name" | "mobile">> & { offer_until: Date | null };
/** An entry that may be offered a seat. */
export type WaitlistCandidate = {
  user_id: string;
  session_id: string | null;
  /** Limit of the process by which the person signed up; null: none */
  seats_most: number | null;
  begins_time: Date;
};
/** Joins activity a and session s to a waitlist entry w. */
const activityJoin = sql`join activity a on a.activity_id = w.activity_id
  left join activity_session s on s.activity_id = w.activity_id and s.session_id = w.session_id`;
/** Whether an entry w may get a seat now; never while the activity is unpublished or cancelled. */
const hasFreeSeat = sql`a.is_published and a.called_off_time is null and (a.quota is null or a.taken < a.quota) and (w.seats_most is null or a.taken < w.seats_most) and (w.session_id is null or s.taken < s.quota)`;
/** Entries that are read at a time; no operation frees more seats. */
const MAX_CANDIDATES = 500;

/** Whether something that was full has a seat; null: it has no limit. */
type FreedRow = { is_freed: boolean | null };
/** Changes the counters of an activity and of sessions by `by` seats for each element. */
async function adjustSeatCounters(
  db: Database,
  activityId: string,
  sessionIds: readonly (string | null)[],
  by: 1 | -1,
): Promise<void> {
  if (sessionIds.length === 0) return;
  const named = sessionIds.filter((id) => id !== null);
  const change = by * sessionIds.length;
  const { rows } = await sql<FreedRow>`
    update activity set taken = taken + ${change} where activity_id = ${activityId}
    returning taken < quota and taken - ${change}::int >= quota as is_freed`.execute(db);
  if (named.length > 0) {
    const sessions = await sql<FreedRow>`
      update activity_session s set taken = s.taken + ${by}::int * n.n
      from (select id, count(*)::int as n from unnest(${named}::text[]) as id group by id) n
      where s.activity_id = ${activityId} and s.session_id = n.id
      returning s.taken < s.quota and s.taken - ${by}::int * n.n >= s.quota as is_freed`.execute(db);
    rows.push(...sessions.rows);
  }
  if (rows.some(({ is_freed }) => is_freed)) await announceFreeSeat(db, activityId);
}

/** All methods except `listOfUser`, `findByUsers` and `listDueActivities` have to run under the activity's lock. */
export const waitlistStore = {
  adjustSeatCounters,
  async listOfUser(db: Database, userId: string, activityId: string | null): Promise<WaitlistDetailRow[]> {
    const { rows } = await sql<WaitlistDetailRow>`
      select w.*, ${effectiveDealerId(sql`w`)} as at_dealer_id, a.activity_type, a.is_published, a.title, a.cover_url, a.called_off_time,
        a.called_off_reason,
        case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
        coalesce(d.address, a.address) as address,
        coalesce(s.start_time, a.start_time) as from_time, coalesce(s.end_time, a.end_time) as to_time,
        ${seatExpiryTime} as begins_time,
        (select count(*) from waitlist o where o.activity_id = w.activity_id and o.state = 'waiting'
          and (o.joined_time, o.signup_id) < (w.joined_time, w.signup_id))::int as before, ${scheduleChangeColumns}
      from waitlist w ${activityJoin}
      left join organisation d on d.organisation_id = ${effectiveDealerId(sql`w`)}
      ${scheduleChangeJoin(sql`w`, sql`w.joined_time`)}
      where w.user_id = ${userId} and (${activityId}::text is null or w.activity_id = ${activityId})
      order by w.joined_time desc limit 200`.execute(db);
    return rows;
  },
  /**
   * Lists activities with an offer that is over, an entry for something that has begun, or a seat for a waiting person.
   * @param latest entries that begin before this time get no offer
   */
  async listDueActivities(db: Database, now: Date, latest: Date): Promise<string[]> {
    const { rows } = await sql<{ activity_id: string }>`
      select distinct w.activity_id from waitlist w ${activityJoin}
      where (w.state = 'offered' and w.offer_until <= ${now})
        or (w.state = 'waiting' and (${seatExpiryTime} <= ${now} or (${seatExpiryTime} >= ${latest} and ${hasFreeSeat})))`.execute(
      db,
    );
    return rows.map(({ activity_id }) => activity_id);
  },
  /** @returns the reason of the activity's cancellation; null if it takes place */
  async findCancellationReason(db: Database, activityId: string): Promise<string | null> {
    const { rows } = await sql<Pick<CancellationColumns, "called_off_reason">>`
      select called_off_reason from activity where activity_id = ${activityId}`.execute(db);
    return rows[0]?.called_off_reason ?? null;
  },
  async find(db: Database, activityId: string, userId: string): Promise<WaitlistRow | null> {
    const { rows } =
      await sql<WaitlistRow>`select * from waitlist where activity_id = ${activityId} and user_id = ${userId}`.execute(
        db,
      );
    return rows[0] ?? null;
  },
  /** Inserts an entry at the end of the queue; an expired entry is replaced. */
  async join(db: Database, activityId: string, { created_time, ...one }: NewSignUp): Promise<void> {
    await sql`
      insert into waitlist (activity_id, user_id, signup_id, ticket_code, state, person, mobile_key, series_code, dealer_id,
        session_id, channel, idempotency_key, seats_most, joined_time)
      values (${activityId}, ${one.user_id}, ${one.signup_id}, ${one.ticket_code}, 'waiting',
        ${encryptedPerson(personFields(one), "signup", one.signup_id)}, ${lookupKeyParameter(one.mobile)}, ${one.series_code}, ${one.dealer_id}, ${one.session_id},
        ${JSON.stringify(one.channel)}::jsonb, ${one.idempotency_key}, ${one.seats_most ?? null}, ${created_time})
      on conflict (activity_id, user_id) do update set signup_id = excluded.signup_id,
        ticket_code = excluded.ticket_code, state = 'waiting', person = excluded.person, mobile_key = excluded.mobile_key,
        series_code = excluded.series_code, dealer_id = excluded.dealer_id, session_id = excluded.session_id,
        channel = excluded.channel, idempotency_key = excluded.idempotency_key, seats_most = excluded.seats_most,
        joined_time = excluded.joined_time, schedule_seen = 0, offer_until = null`.execute(db);
  },
  /**
   * Expires entries for what has begun and offers that are over, with their personal data, and deletes entries of
   * people who have a seat by now.
   * @returns one element per freed seat: its session, null for a seat without one
   */
  async expire(db: Database, activityId: string, now: Date): Promise<(string | null)[]> {
    await sql`
      update waitlist set state = 'expired', person = null, mobile_key = null
      where activity_id = ${activityId} and user_id in (
        select w.user_id from waitlist w ${activityJoin}
        where w.activity_id = ${activityId} and w.state = 'waiting' and ${seatExpiryTime} <= ${now})`.execute(
      db,
    );
    const { rows: over } = await sql<{ session_id: string | null }>`
      update waitlist set state = 'expired', person = null, mobile_key = null
      where activity_id = ${activityId} and state = 'offered' and offer_until <= ${now}
      returning session_id`.execute(db);
    const { rows: seated } = await sql<{ session_id: string | null; state: WaitlistRow["state"] }>`
      delete from waitlist w using signup s where w.activity_id = ${activityId}
        and s.activity_id = w.activity_id and s.user_id = w.user_id
      returning w.session_id, w.state`.execute(db);
    const reserved = seated.filter(({ state }) => state === "offered");
    return [...over, ...reserved].map(({ session_id }) => session_id);
  },
  /**
   * Finds the entries of several people, by user id. Each table is named with the id, so that a sharded database reads one
   * shard.
   */
  async findByUsers(
    db: Database,
    activityId: string,
    userIds: readonly string[],
  ): Promise<Map<string, TimedWaitlistRow>> {
    const { rows } = await sql<TimedWaitlistRow>`
      select own.*, ${seatExpiryTime} as begins_time from ${unnestIds(userIds)} cross join lateral (
        select activity_id, user_id, signup_id, ticket_code, state, person, series_code, dealer_id, session_id,
          channel, idempotency_key, joined_time, offer_until
        from waitlist where activity_id = ${activityId} and user_id = asked.id offset 0) own
      join activity a on a.activity_id = ${activityId}
      left join activity_session s on s.activity_id = ${activityId} and s.session_id = own.session_id ${prepared}`.execute(
      db,
    );
    return new Map(rows.map((row) => [row.user_id, row]));
  },
  /** Lists entries that may get a seat, in order. @param latest entries that begin before this time get no offer */
  async listCandidates(db: Database, activityId: string, latest: Date): Promise<WaitlistCandidate[]> {
    const { rows } = await sql<WaitlistCandidate>`
      select w.user_id, w.session_id, w.seats_most, ${seatExpiryTime} as begins_time
      from waitlist w ${activityJoin}
      where w.activity_id = ${activityId} and w.state = 'waiting' and ${seatExpiryTime} >= ${latest} and ${hasFreeSeat}
      order by w.joined_time, w.signup_id limit ${MAX_CANDIDATES}`.execute(db);
    return rows;
  },
  /** Lists the people to whom a seat is reserved, in the order of the queue. */
  async listOffered(db: Database, activityId: string): Promise<OfferedRow[]> {
    const { rows } = await sql<OfferedRow>`
      select signup_id, user_id, session_id, person, joined_time, offer_until from waitlist
      where activity_id = ${activityId} and state = 'offered' order by joined_time, signup_id`.execute(db);
    return rows;
  },
  async offer(db: Database, activityId: string, userId: string, until: Date): Promise<void> {
    await sql`
      update waitlist set state = 'offered', offer_until = ${until}
      where activity_id = ${activityId} and user_id = ${userId}`.execute(db);
  },
  async remove(db: Database, activityId: string, userId: string): Promise<void> {
    await sql`delete from waitlist where activity_id = ${activityId} and user_id = ${userId}`.execute(db);
  },
  /** Turns an offer into a sign-up; the seat was counted when it was offered. */
  async accept(
    db: Database,
    { activity_id, user_id, joined_time }: WaitlistRow,
    now: Date,
  ): Promise<SignUpRow | null> {
    const { rows } = await sql<SignUpRow>`
      with gone as (delete from waitlist where activity_id = ${activity_id} and user_id = ${user_id} returning *)
      insert into signup (activity_id, status, user_id, signup_id, ticket_code, person, mobile_key, series_code, dealer_id,
        session_id, channel, idempotency_key, created_time)
      select activity_id, 'confirmed', user_id, signup_id, ticket_code, person, mobile_key, series_code, dealer_id,
        session_id, channel, idempotency_key, ${now}::timestamptz from gone
      returning *`.execute(db);
    const [row] = rows;
    if (!row) return null;
    const step = { activityId: activity_id, userId: user_id, fromSessionId: null, operatorId: null };
    await insertSignUpEvent(db, { ...step, kind: "waited", toSessionId: row.session_id, time: joined_time });
    await insertSignUpEvent(db, { ...step, kind: "seated", toSessionId: row.session_id, time: now });
    return row;
  },
};
