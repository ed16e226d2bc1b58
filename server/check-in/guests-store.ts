import { sql } from "kysely";
import { isBlank } from "#contract/core/text.ts";
import { personSearch } from "#contract/core/person-search.ts";
import type { Database } from "../database/connection/database.ts";
import { effectiveDealerId } from "../signup/index.ts";

/** The guests that a staff link gives access to: of an activity, optionally of one session or dealer. */
export type CheckInScope = { activity_id: string; session_id: string | null; dealer_id: string | null };
export type GuestRow = {
  signup_id: string;
  session_id: string | null;
  dealer_id: string | null;
  name: string;
  mobile: string;
  answers: Record<string, string>;
  from_time: Date;
  checked_in_time: Date | null;
  checked_in_by: string | null;
};
/** Position in a list: after this guest, in the order of times (ms). */
export type GuestCursor = { readonly time: number; readonly id: string };
/** A page of guests; `next` null: the last page. */
export type GuestPage = { readonly rows: GuestRow[]; readonly next: GuestCursor | null };

/** Guests per query, and per page without a search. */
const PAGE = 2_000;
/** Guests per page of a search, and guests that one call searches. */
const MAX_FOUND = 100;
const MAX_SCANNED = 5 * PAGE;

const fromTime = sql`coalesce(s.start_time, a.start_time)`;
/** Selects guests: sign-ups u with activity a and session s. */
export const guestQuery = sql`
  select u.signup_id, u.session_id, ${effectiveDealerId(sql`u`)} as dealer_id, u.person, u.checked_in_time, u.checked_in_by,
    ${fromTime} as from_time
  from signup u join activity a on a.activity_id = u.activity_id
  left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id`;
/** SQL condition: guest u belongs to the link. Guests without a dealer belong to every dealer's link. */
const isOfLink = ({ activity_id, session_id, dealer_id }: CheckInScope) => sql`
  u.activity_id = ${activity_id} and (${session_id}::text is null or u.session_id = ${session_id})
  and (${dealer_id}::text is null or coalesce(${effectiveDealerId(sql`u`)}, ${dealer_id}) = ${dealer_id})`;

/** Sorts in the process, because names are encrypted in the database. */
const sortGuests = (rows: readonly GuestRow[]): GuestRow[] =>
  rows.toSorted(
    (one, other) =>
      one.from_time.getTime() - other.from_time.getTime() ||
      (one.name === other.name ? 0 : one.name < other.name ? -1 : 1),
  );

async function nextGuests(db: Database, link: CheckInScope, after: GuestCursor | null): Promise<GuestRow[]> {
  const isAfter = after
    ? sql`and (${fromTime}, u.signup_id) > (${new Date(after.time)}, ${after.id})`
    : sql``;
  const { rows } = await sql<GuestRow>`${guestQuery} where ${isOfLink(link)} ${isAfter}
    order by from_time, u.signup_id limit ${PAGE + 1}`.execute(db);
  return rows;
}

/** Lists guests of a link, filtered by a keyword in the process, because names and mobiles are encrypted. */
async function listGuests(
  db: Database,
  link: CheckInScope,
  keyword: string,
  from: GuestCursor | null,
): Promise<GuestPage> {
  const matches = personSearch(keyword);
  const pageSize = isBlank(keyword) ? PAGE : MAX_FOUND;
  const found: GuestRow[] = [];
  let after = from;
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += PAGE) {
    const rows = await nextGuests(db, link, after);
    for (const row of rows.slice(0, PAGE)) {
      after = { time: row.from_time.getTime(), id: row.signup_id };
      if (matches(row)) found.push(row);
      if (found.length === pageSize && row !== rows.at(-1)) return { rows: sortGuests(found), next: after };
    }
    if (rows.length <= PAGE) return { rows: sortGuests(found), next: null };
  }
  return { rows: sortGuests(found), next: after };
}

/** The guests of staff links. */
export const guestsStore = (db: Database) => ({
  /** Counts all guests of a link, and those who are checked in. */
  async countGuests(link: CheckInScope): Promise<{ total: number; arrived: number }> {
    const { rows } = await sql<{ total: number; arrived: number }>`
      select count(*)::int as total, count(u.checked_in_time)::int as arrived from signup u
      left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id
      where ${isOfLink(link)}`.execute(db);
    return rows[0] ?? { total: 0, arrived: 0 };
  },
  /** Finds a guest of the link by sign-up: ids can be guessed, so guests of others are unknown. */
  async findGuestOfLink(link: CheckInScope, signUpId: string): Promise<GuestRow | null> {
    const { rows } =
      await sql<GuestRow>`${guestQuery} where ${isOfLink(link)} and u.signup_id = ${signUpId}`.execute(db);
    return rows[0] ?? null;
  },
  listGuests: (link: CheckInScope, keyword: string, from: GuestCursor | null) =>
    listGuests(db, link, keyword, from),
});
