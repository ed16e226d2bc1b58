import { sql } from "kysely";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { Database } from "../database/connection/database.ts";
import { effectiveDealerId } from "../signup/index.ts";

/** What a staff link is for. */
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
/** Where a list goes on: after this guest, in the order of times. */
export type GuestCursor = { readonly time: number; readonly id: string };
/** Some of a link's guests; `next` null: there are no more. */
export type GuestPage = { readonly rows: GuestRow[]; readonly next: GuestCursor | null };

/** Guests that are read at once, and listed where nobody is looked for. */
const PAGE = 2_000;
/** Of those who are looked for so many are found at once, and so many are looked through by one call. */
const MAX_FOUND = 100;
const MAX_SCANNED = 5 * PAGE;

const fromTime = sql`coalesce(s.start_time, a.start_time)`;
/** Guests are sign-ups u. */
export const guestQuery = sql`
  select u.signup_id, u.session_id, ${effectiveDealerId(sql`u`)} as dealer_id, u.person, u.checked_in_time, u.checked_in_by,
    ${fromTime} as from_time
  from signup u join activity a on a.activity_id = u.activity_id
  left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id`;
/** Guests of a link; who is at no dealer in particular is received by any. */
const ofLink = ({ activity_id, session_id, dealer_id }: CheckInScope) => sql`
  u.activity_id = ${activity_id} and (${session_id}::text is null or u.session_id = ${session_id})
  and (${dealer_id}::text is null or coalesce(${effectiveDealerId(sql`u`)}, ${dealer_id}) = ${dealer_id})`;

/** Names are sealed in the database: they are put in order here. */
const sortGuests = (rows: readonly GuestRow[]): GuestRow[] =>
  rows.toSorted(
    (one, other) =>
      one.from_time.getTime() - other.from_time.getTime() ||
      (one.name === other.name ? 0 : one.name < other.name ? -1 : 1),
  );

/** A name by a part of it; a number by what is shown of its end, so that looking for more finds out nothing. */
const matches = ({ name, mobile }: GuestRow, wanted: string): boolean =>
  wanted === "" || name.toLowerCase().includes(wanted) || maskMobile(mobile).endsWith(wanted);

async function nextGuests(db: Database, link: CheckInScope, after: GuestCursor | null): Promise<GuestRow[]> {
  const further = after
    ? sql`and (${fromTime}, u.signup_id) > (${new Date(after.time)}, ${after.id})`
    : sql``;
  const { rows } = await sql<GuestRow>`${guestQuery} where ${ofLink(link)} ${further}
    order by from_time, u.signup_id limit ${PAGE + 1}`.execute(db);
  return rows;
}

/** The next guests of a link, or those of a name or a number's end; these, sealed as names are, are found here. */
async function page(
  db: Database,
  link: CheckInScope,
  keyword: string,
  from: GuestCursor | null,
): Promise<GuestPage> {
  const wanted = keyword.trim().toLowerCase();
  const most = wanted === "" ? PAGE : MAX_FOUND;
  const found: GuestRow[] = [];
  let after = from;
  for (let looked = 0; looked < MAX_SCANNED; looked += PAGE) {
    const rows = await nextGuests(db, link, after);
    for (const row of rows.slice(0, PAGE)) {
      after = { time: row.from_time.getTime(), id: row.signup_id };
      if (matches(row, wanted)) found.push(row);
      if (found.length === most && row !== rows.at(-1)) return { rows: sortGuests(found), next: after };
    }
    if (rows.length <= PAGE) return { rows: sortGuests(found), next: null };
  }
  return { rows: sortGuests(found), next: after };
}

/** Who is expected at a link's desk. */
export const guestsStore = (db: Database) => ({
  /** All of them, and those who came. */
  async countGuests(link: CheckInScope): Promise<{ total: number; arrived: number }> {
    const { rows } = await sql<{ total: number; arrived: number }>`
      select count(*)::int as total, count(u.checked_in_time)::int as arrived from signup u
      left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id
      where ${ofLink(link)}`.execute(db);
    return rows[0] ?? { total: 0, arrived: 0 };
  },
  listGuests: (link: CheckInScope, keyword: string, from: GuestCursor | null) =>
    page(db, link, keyword, from),
});
