import { sql, type RawBuilder } from "kysely";
import { personSearch } from "#contract/core/person-search.ts";
import { isBlank } from "#contract/core/text.ts";
import type { ContactResult, LeadDeskView } from "#contract/lead/desk.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../../database/connection/database.ts";
import { activeLeadsOf, entriesOf, hasNumberOf, numberOf, type LeadDeskScope } from "./lead-scope-store.ts";
import { notesOf, type LeadNoteRow } from "./notes-store.ts";

/** A lead of the same number by another person. */
type OtherLeadRow = {
  lead_id: string;
  number: string;
  name: string;
  answers: Record<string, string>;
  source: string | null;
  updated_time: Date;
  series_name: string | null;
};
/** Numbers of entries of a link's scope. */
type LeadDeskCounts = { total: number; waiting: number; calls: number; overdue: number; testDrives: number };
/** An entry of the list: the newest lead of a number within the link's scope. */
export type DeskLeadRow = OtherLeadRow & {
  mobile: string;
  city_code: string;
  /** Number of other leads of the number. */
  other_count: number;
  dealer: Pick<Organisation, "name" | "status"> | null;
  revealed_by: string | null;
  revealed_time: Date | null;
  contact_result: ContactResult | null;
  contacted_by: string | null;
  contacted_time: Date | null;
  /** null: none, or settled by a later result. */
  next_call_time: Date | null;
  test_drive_time: Date | null;
};
/** An entry with the other leads and the notes of its number. */
export type DeskEntry = DeskLeadRow & {
  readonly others: readonly OtherLeadRow[];
  readonly notes: readonly LeadNoteRow[];
};
/** Order of a part of the list: by the next call, the earliest first, or by the last change, the latest first. */
type ListOrder = "call" | "update";
/**
 * Position in the list: order, time (ms) and id of the last lead. `at` (ms) is when the list was begun: which calls are
 * overdue must not change from page to page.
 */
export type LeadDeskCursor = {
  readonly at: number;
  readonly order: ListOrder;
  readonly time: number;
  readonly id: string;
};
/** Filter of the list: a view, and a part of the name or the number's last digits. */
export type LeadDeskFilter = { readonly view: LeadDeskView; readonly keyword: string };

const PAGE_SIZE = 20;
/** Rows per batch, and in total, that one call decrypts and searches for a keyword. */
const SCAN_BATCH_SIZE = 500;
const MAX_SCANNED = 3_000;

/** Selects the name and status of a dealer `d`. */
export const dealerColumn = sql`case when d.organisation_id is null then null
  else json_build_object('name', d.name, 'status', d.status) end as dealer`;
/** Condition: a next call is agreed and no later result has settled it. */
export const hasNextCall = sql`(l.next_call_time is not null and (l.contacted_time is null or l.planned_time >= l.contacted_time))`;
const isOverdue = (at: number) => sql`(${hasNextCall} and l.next_call_time <= ${new Date(at)})`;
const conditions: Readonly<Record<LeadDeskView, RawBuilder<unknown>>> = {
  waiting: sql`(l.contact_result is null or l.contact_result = 'missed' or ${hasNextCall})`,
  calls: hasNextCall,
  testDrives: sql`(l.contact_result = 'reached' and l.test_drive_time is not null)`,
  all: sql`true`,
};
const leadColumns = sql`l.lead_id, l.activity_id, l.mobile_key, ${numberOf(sql`l`)} as number, l.person,
  l.last_touch ->> 'utm_source' as source, l.updated_time, r.name as series_name`;
/** Selects entries with the last reveal of their number within the scope. */
const leadQuery = (scope: LeadDeskScope) => sql`
  select ${leadColumns}, l.city_code, l.contact_result, l.contacted_by, l.contacted_time, l.test_drive_time,
    case when ${hasNextCall} then l.next_call_time end as next_call_time, ${dealerColumn}, c.other_count,
    v.reveal_id, v.revealed_by, v.revealed_time
  from lead l left join organisation d on d.organisation_id = l.dealer_id
  left join series r on r.series_code = l.series_code
  cross join lateral (
    select count(*)::int - 1 as other_count, array_agg(o.lead_id) as ids from lead o
    where ${activeLeadsOf(scope, sql`o`)} and ${numberOf(sql`o`)} = ${numberOf(sql`l`)}
  ) c
  left join lateral (
    select reveal_id, revealed_by, revealed_time from lead_reveal where lead_id = any(c.ids) order by revealed_time desc limit 1
  ) v on true`;
/** Other leads that an entry shows at most. */
const MAX_OTHERS = 10;

/** Reads the other leads of each entry's number, newest first. @returns them by the number's key */
async function othersOf(
  db: Database,
  scope: LeadDeskScope,
  rows: readonly DeskLeadRow[],
): Promise<ReadonlyMap<string, readonly OtherLeadRow[]>> {
  const shared = rows.filter(({ other_count }) => other_count > 0);
  if (shared.length === 0) return new Map();
  const { rows: others } = await sql<OtherLeadRow>`
    select ${leadColumns} from lead l left join series r on r.series_code = l.series_code
    where ${activeLeadsOf(scope)} and ${numberOf(sql`l`)} = any(${shared.map(({ number }) => number)}::text[])
      and l.lead_id <> all(${shared.map(({ lead_id }) => lead_id)}::text[])
    order by l.updated_time desc, l.lead_id desc limit ${MAX_OTHERS * shared.length}`.execute(db);
  return Map.groupBy(others, ({ number }) => number);
}

/** Adds the other leads and the notes of each entry's number. */
async function withDetails(
  db: Database,
  scope: LeadDeskScope,
  rows: readonly DeskLeadRow[],
): Promise<DeskEntry[]> {
  if (rows.length === 0) return [];
  const [others, notes] = await Promise.all([
    othersOf(db, scope, rows),
    notesOf(
      db,
      scope,
      rows.map(({ number }) => number),
    ),
  ]);
  return rows.map((row) => ({
    ...row,
    others: (others.get(row.number) ?? []).slice(0, MAX_OTHERS),
    notes: notes.get(row.number) ?? [],
  }));
}

/** Matches a name of the number's leads, or the number's visible last digits. */
const entrySearch = (keyword: string): ((entry: DeskEntry) => boolean) => {
  const matches = personSearch(keyword);
  return ({ name, mobile, others }) =>
    [name, ...others.map((other) => other.name)].some((one) => matches({ name: one, mobile }));
};

/** A position before the first lead of an order. */
const beginOf = (order: ListOrder, at: number): LeadDeskCursor => ({ at, order, time: NaN, id: "" });

/** Condition and sorting of the leads after a position, within its order. */
function partAfter(view: LeadDeskView, { at, order, time, id }: LeadDeskCursor) {
  const isFirst = Number.isNaN(time);
  if (order === "call")
    return sql`and ${view === "calls" ? hasNextCall : isOverdue(at)}
      ${isFirst ? sql`` : sql`and (l.next_call_time, l.lead_id) > (${new Date(time)}, ${id})`}
      order by l.next_call_time, l.lead_id`;
  return sql`and not coalesce(${isOverdue(at)}, false)
    ${isFirst ? sql`` : sql`and (l.updated_time, l.lead_id) < (${new Date(time)}, ${id})`}
    order by l.updated_time desc, l.lead_id desc`;
}

async function nextLeads(
  db: Database,
  scope: LeadDeskScope,
  { view }: LeadDeskFilter,
  { after, limit }: { after: LeadDeskCursor; limit: number },
): Promise<DeskEntry[]> {
  const { rows } = await sql<DeskLeadRow>`${leadQuery(scope)}
    where ${entriesOf(scope)} and ${conditions[view]} ${partAfter(view, after)} limit ${limit}`.execute(db);
  return withDetails(db, scope, rows);
}
/** Position of a lead in the order that found it. */
const positionOf = ({ at, order }: LeadDeskCursor, row: DeskEntry): LeadDeskCursor => ({
  at,
  order,
  time: (order === "call" ? row.next_call_time : row.updated_time)?.getTime() ?? 0,
  id: row.lead_id,
});

/** Reads the next page; names are encrypted in the database, so the keyword is matched after decryption. */
async function page(
  db: Database,
  scope: LeadDeskScope,
  filter: LeadDeskFilter,
  from: LeadDeskCursor,
): Promise<{ rows: DeskEntry[]; next: LeadDeskCursor | null }> {
  const matches = entrySearch(filter.keyword);
  const limit = isBlank(filter.keyword) ? PAGE_SIZE + 1 : SCAN_BATCH_SIZE;
  const found: DeskEntry[] = [];
  let after = from;
  for (let looked = 0; looked < MAX_SCANNED; looked += limit) {
    const rows = await nextLeads(db, scope, filter, { after, limit });
    for (const row of rows) {
      if (found.length === PAGE_SIZE) return { rows: found, next: after };
      after = positionOf(after, row);
      if (matches(row)) found.push(row);
    }
    if (rows.length === limit) continue;
    if (after.order === "update" || filter.view === "calls") return { rows: found, next: null };
    after = beginOf("update", after.at);
  }
  return { rows: found, next: after };
}

/** The list of a link's leads, one entry for each number. */
export const deskEntriesStore = (db: Database) => ({
  /** Numbers of entries. @param at ms, for overdue calls */
  async counts(scope: LeadDeskScope, at: number): Promise<LeadDeskCounts> {
    const { rows } = await sql<LeadDeskCounts>`
      select count(*)::int as total, (count(*) filter (where ${conditions.waiting}))::int as waiting,
        (count(*) filter (where ${hasNextCall}))::int as calls,
        (count(*) filter (where ${isOverdue(at)}))::int as overdue,
        (count(*) filter (where ${conditions.testDrives}))::int as "testDrives"
      from lead l where ${entriesOf(scope)}`.execute(db);
    return rows[0] ?? { total: 0, waiting: 0, calls: 0, overdue: 0, testDrives: 0 };
  },
  /** @param from a position, or the time (ms) of a list that begins */
  page: (scope: LeadDeskScope, filter: LeadDeskFilter, from: LeadDeskCursor | number) =>
    page(db, scope, filter, typeof from === "number" ? beginOf("call", from) : from),
  /** Finds the entry of a lead's number; null if the lead is withdrawn or out of scope. */
  async find(scope: LeadDeskScope, leadId: string): Promise<DeskEntry | null> {
    const { rows } = await sql<DeskLeadRow>`${leadQuery(scope)}
      where ${entriesOf(scope)} and ${hasNumberOf(scope, leadId)}`.execute(db);
    const [entry] = await withDetails(db, scope, rows);
    return entry ?? null;
  },
});
