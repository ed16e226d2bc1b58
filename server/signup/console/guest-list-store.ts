import { sql, type RawBuilder } from "kysely";
import type { GuestFilter, GuestState } from "#contract/console/guests.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../../database/connection/database.ts";
import { lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";
import { personRowInScope } from "../../database/statements/operator-scope.ts";
import { countLimit } from "../../http/console/list-query.ts";
import { seatExpiryTime } from "../seat-expiry-store.ts";
import { effectiveDealerId } from "../session-dealer-store.ts";

/** A row of the list: a seat, a waitlist entry, or a cancelled seat. */
export type ConsoleGuestRow = {
  signup_id: string;
  activity_id: string;
  user_id: string;
  title: string;
  /** Missing: erased. */
  name?: string;
  mobile?: string;
  answers?: Record<string, string>;
  session_id: string | null;
  dealer_id: string | null;
  series_code: string | null;
  series_name: string | null;
  dealer: Pick<Organisation, "name" | "status"> | null;
  source: string | null;
  from_time: Date;
  created_time: Date;
  checked_in_time: Date | null;
  offer_until: Date | null;
  state: GuestState;
  position: number | null;
};
/** Condition on guests x of activity a with left-joined session s. */
type Condition = RawBuilder<unknown>;
/** Position after a row in the order of the list; time in ms. */
export type GuestPosition = { readonly time: number; readonly id: string };
export type GuestSort = { readonly by: "created" | "session"; readonly isDescending: boolean };
export const defaultGuestSort: GuestSort = { by: "created", isDescending: true };

/** Seats, current waitlist entries and cancelled seats as one table x. */
const guests = sql`(
  select u.signup_id, u.activity_id, u.user_id, u.session_id, u.dealer_id, u.series_code, u.person, u.mobile_key,
    u.channel ->> 'utm_source' as source, u.created_time, u.checked_in_time, null::timestamptz as offer_until, 'seat' as kind
  from signup u
  union all
  select w.signup_id, w.activity_id, w.user_id, w.session_id, w.dealer_id, w.series_code, w.person, w.mobile_key,
    w.channel ->> 'utm_source', w.joined_time, null, w.offer_until, w.state
  from waitlist w where w.state <> 'expired'
  union all
  select c.signup_id, c.activity_id, c.user_id, c.session_id, c.dealer_id, null, null, null,
    c.channel ->> 'utm_source', c.created_time, null, null, 'cancelled'
  from signup_cancelled c
)`;
const joins = sql`join activity a on a.activity_id = x.activity_id
  left join activity_session s on s.activity_id = x.activity_id and s.session_id = x.session_id`;
const dealerId = effectiveDealerId(sql`x`);
const endTime = sql`coalesce(s.end_time, a.end_time)`;
const fromTime = sql`coalesce(s.start_time, a.start_time)`;

const stateAt = (now: Date): Condition => sql`case
  when x.kind <> 'seat' then x.kind
  when x.checked_in_time is not null then 'attended'
  when a.called_off_time < ${endTime} then 'calledOff'
  when ${endTime} <= ${now} then 'absent' else 'upcoming' end`;
/** Excludes waitlist entries whose offer is over or whose session has begun: the next run expires them. */
const isCurrentAt = (now: Date): Condition =>
  sql`(x.kind <> 'waiting' or ${seatExpiryTime} > ${now}) and (x.kind <> 'offered' or x.offer_until > ${now})`;

/** Conditions of scope and filter; every statement about guests has them. */
function guestConditions(scopes: readonly GrantScope[], filter: GuestFilter, now: Date): Condition {
  const { activityId, sessionId, dealerId: atDealer, states, source, mobile } = filter;
  const conditions: Condition[] = [personRowInScope(scopes, "a", dealerId), isCurrentAt(now)];
  if (activityId !== undefined) conditions.push(sql`x.activity_id = ${activityId}`);
  if (sessionId !== undefined) conditions.push(sql`x.session_id = ${sessionId}`);
  if (atDealer !== undefined) conditions.push(sql`${dealerId} = ${atDealer}`);
  if (states !== undefined) conditions.push(sql`${stateAt(now)} = any(${[...states]}::text[])`);
  if (source !== undefined) conditions.push(sql`coalesce(x.source, '') = ${source}`);
  if (mobile !== undefined) conditions.push(sql`x.mobile_key = ${lookupKeyParameter(mobile)}`);
  return sql.join(conditions, sql` and `);
}

const columnsAt = (now: Date): RawBuilder<unknown> => sql`
  x.signup_id, x.activity_id, x.user_id, a.title, x.person, x.session_id, ${dealerId} as dealer_id, x.series_code,
  r.name as series_name, x.source, ${fromTime} as from_time, x.created_time, x.checked_in_time, x.offer_until,
  case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
  ${stateAt(now)} as state,
  case when x.kind = 'waiting' then (select count(*) + 1 from waitlist o where o.activity_id = x.activity_id
    and o.state = 'waiting' and (o.joined_time, o.signup_id) < (x.created_time, x.signup_id))::int end as position`;
const named = sql`left join organisation d on d.organisation_id = ${dealerId}
  left join series r on r.series_code = x.series_code`;

const isAfter = ({ by, isDescending }: GuestSort, { time, id }: GuestPosition): Condition => {
  const key = by === "created" ? sql`x.created_time` : fromTime;
  return sql`(${key}, x.signup_id) ${sql.raw(isDescending ? "<" : ">")} (${new Date(time)}, ${id})`;
};
/** Position of a row in the order of the list. */
export const guestPosition = ({ by }: GuestSort, row: ConsoleGuestRow): GuestPosition => ({
  time: (by === "created" ? row.created_time : row.from_time).getTime(),
  id: row.signup_id,
});

type GuestQuery = {
  readonly scopes: readonly GrantScope[];
  readonly filter: GuestFilter;
  /** The moment as of which states are read; later rows are left out. */
  readonly asOf: Date;
  readonly sort: GuestSort;
  readonly after: GuestPosition | null;
  readonly limit: number;
};
/** Lists guests in scope; the ids of a page are found first, so that only its rows are decrypted and counted. */
export async function listGuestRows(
  db: Database,
  { scopes, filter, asOf, sort, after, limit }: GuestQuery,
): Promise<ConsoleGuestRow[]> {
  const direction = sql.raw(sort.isDescending ? "desc" : "asc");
  const key = sort.by === "created" ? sql`x.created_time` : fromTime;
  const { rows } = await sql<ConsoleGuestRow>`
    select ${columnsAt(asOf)} from (
      select x.*, ${key} as sort_key from ${guests} x ${joins}
      where ${guestConditions(scopes, filter, asOf)} and x.created_time <= ${asOf}
        ${after ? sql`and ${isAfter(sort, after)}` : sql``}
      order by ${key} ${direction}, x.signup_id ${direction} limit ${limit}
    ) x ${joins} ${named} order by x.sort_key ${direction}, x.signup_id ${direction}`.execute(db);
  return rows;
}

/** Counts guests in scope, exactly up to the limit; one more stands for "more". */
export async function countGuestRows(
  db: Database,
  scopes: readonly GrantScope[],
  filter: GuestFilter,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from ${guests} x ${joins} where ${guestConditions(scopes, filter, now)} limit ${countLimit()}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Counts guests by state. */
export async function countGuestStates(
  db: Database,
  scopes: readonly GrantScope[],
  filter: GuestFilter,
  now: Date,
): Promise<ReadonlyMap<GuestState, number>> {
  const { rows } = await sql<{ state: GuestState; count: number }>`
    select ${stateAt(now)} as state, count(*)::int as count from ${guests} x ${joins}
    where ${guestConditions(scopes, filter, now)} group by 1`.execute(db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** Finds guests by a condition on x within the scope, the newest first. */
async function findRows(
  db: Database,
  scopes: readonly GrantScope[],
  which: Condition,
  now: Date,
): Promise<ConsoleGuestRow[]> {
  const { rows } = await sql<ConsoleGuestRow>`
    select ${columnsAt(now)} from ${guests} x ${joins} ${named}
    where ${guestConditions(scopes, {}, now)} and ${which}
    order by x.created_time desc, x.signup_id desc limit 50`.execute(db);
  return rows;
}
/** Finds the guest of a sign-up id within the scope; null: none, or out of scope. */
export const findGuestRow = async (
  db: Database,
  scopes: readonly GrantScope[],
  signUpId: string,
  now: Date,
): Promise<ConsoleGuestRow | null> =>
  (await findRows(db, scopes, sql`x.signup_id = ${signUpId}`, now))[0] ?? null;
/** Finds guests by a whole mobile. */
export const findGuestsByMobile = (
  db: Database,
  scopes: readonly GrantScope[],
  mobile: string,
  now: Date,
): Promise<ConsoleGuestRow[]> => findRows(db, scopes, sql`x.mobile_key = ${lookupKeyParameter(mobile)}`, now);
/** Finds the guest of a ticket's number, as printed. */
export const findGuestsByTicket = (
  db: Database,
  scopes: readonly GrantScope[],
  ticketCode: string,
  now: Date,
): Promise<ConsoleGuestRow[]> =>
  findRows(
    db,
    scopes,
    sql`x.signup_id in (select t.signup_id from signup t where t.ticket_code = ${ticketCode}
      union all select t.signup_id from waitlist t where t.ticket_code = ${ticketCode})`,
    now,
  );

/** Ids of the guests of a selection with what a dry run needs, within the scope. */
export type SelectedGuest = {
  signup_id: string;
  activity_id: string;
  session_id: string | null;
  dealer_id: string | null;
  state: GuestState;
  has_begun: boolean;
};
/**
 * Lists the guests of a selection in scope, in the order of their ids.
 * @param which sign-up ids, or a filter
 * @param most rows that are read; more are one too many
 */
export async function listSelectedGuests(
  db: Database,
  scopes: readonly GrantScope[],
  which: { readonly ids: readonly string[] } | { readonly filter: GuestFilter },
  now: Date,
  most: number,
): Promise<SelectedGuest[]> {
  const filter = "filter" in which ? which.filter : {};
  const ids = "ids" in which ? sql`and x.signup_id = any(${[...which.ids]}::text[])` : sql``;
  const { rows } = await sql<SelectedGuest>`
    select x.signup_id, x.activity_id, x.session_id, ${dealerId} as dealer_id, ${stateAt(now)} as state,
      ${seatExpiryTime} <= ${now} as has_begun
    from ${guests} x ${joins} where ${guestConditions(scopes, filter, now)} ${ids}
    order by x.signup_id limit ${most + 1}`.execute(db);
  return rows;
}

/** Waitlist entries of an activity in scope, reserved seats first, then in their order. */
export async function listWaitingRows(
  db: Database,
  scopes: readonly GrantScope[],
  activityId: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<ConsoleGuestRow[]> {
  const { rows } = await sql<ConsoleGuestRow>`
    select ${columnsAt(now)} from ${guests} x ${joins} ${named}
    where ${guestConditions(scopes, { activityId, states: ["waiting", "offered"] }, now)}
    order by (x.kind = 'offered') desc, x.created_time, x.signup_id limit ${limit}`.execute(db);
  return rows;
}
