import { sql, type RawBuilder } from "kysely";
import { personSearch } from "#contract/core/person-search.ts";
import { isBlank } from "#contract/core/text.ts";
import type { ContactResult } from "#contract/lead/desk.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../../database/connection/database.ts";

/** The leads that a link reaches: those of an activity, or of one dealer of it. */
export type LeadDeskScope = { readonly activity_id: string; readonly dealer_id: string | null };
/** A lead of the same number by another person. */
export type OtherLeadRow = {
  lead_id: string;
  number: string;
  name: string;
  answers: Record<string, string>;
  source: string | null;
  updated_time: Date;
  series_name: string | null;
};
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
};
/** An entry with the other leads of its number. */
export type DeskEntry = DeskLeadRow & { readonly others: readonly OtherLeadRow[] };
/** Position in the list: the update time (ms) and id of the last lead. */
export type LeadDeskCursor = { readonly time: number; readonly id: string };
/** Filter of the list: only leads yet to call, and a part of the name or the number's last digits. */
export type LeadDeskFilter = { readonly waitingOnly: boolean; readonly keyword: string };

const PAGE_SIZE = 20;
/** Rows per batch, and in total, that one call decrypts and searches for a keyword. */
const SCAN_BATCH_SIZE = 500;
const MAX_SCANNED = 3_000;

/** Selects the name and status of a dealer `d`. */
export const dealerColumn = sql`case when d.organisation_id is null then null
  else json_build_object('name', d.name, 'status', d.status) end as dealer`;
/** Keyed hash of the number of a lead, under an alias. */
const numberOf = (lead: RawBuilder<unknown>) => sql`coalesce(${lead}.number_key, ${lead}.mobile_key)`;
const isWaiting = sql`(contact_result is null or contact_result = 'missed')`;
/** Condition: leads of the link's scope that are not withdrawn. */
export const activeLeadsOf = (
  { activity_id, dealer_id }: LeadDeskScope,
  l: RawBuilder<unknown> = sql`l`,
) => sql`
  ${l}.activity_id = ${activity_id} and (${dealer_id}::text is null or ${l}.dealer_id = ${dealer_id})
  and ${l}.withdrawn_time is null`;
/** Condition: an active lead of the scope, the newest of its number. Staff call a number once, whoever left it. */
const entriesOf = (scope: LeadDeskScope) => sql`${activeLeadsOf(scope)} and not exists (
  select from lead o where ${activeLeadsOf(scope, sql`o`)} and ${numberOf(sql`o`)} = ${numberOf(sql`l`)}
    and (o.updated_time, o.lead_id) > (l.updated_time, l.lead_id))`;
/** Condition: a lead with the number of the given one, which is in the scope too. */
export const hasNumberOf = (scope: LeadDeskScope, leadId: string) => sql`${numberOf(sql`l`)} = (
  select ${numberOf(sql`g`)} from lead g where ${activeLeadsOf(scope, sql`g`)} and g.lead_id = ${leadId})`;

const leadColumns = sql`l.lead_id, l.activity_id, l.mobile_key, ${numberOf(sql`l`)} as number, l.person,
  l.last_touch ->> 'utm_source' as source, l.updated_time, r.name as series_name`;
/** Selects entries with the last reveal of their number within the scope. */
const leadQuery = (scope: LeadDeskScope) => sql`
  select ${leadColumns}, l.city_code, l.contact_result, l.contacted_by, l.contacted_time, ${dealerColumn}, c.other_count,
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

/** Adds the other leads of each entry's number, newest first. */
async function withOthers(
  db: Database,
  scope: LeadDeskScope,
  rows: readonly DeskLeadRow[],
): Promise<DeskEntry[]> {
  const shared = rows.filter(({ other_count }) => other_count > 0);
  if (shared.length === 0) return rows.map((row) => ({ ...row, others: [] }));
  const { rows: others } = await sql<OtherLeadRow>`
    select ${leadColumns} from lead l left join series r on r.series_code = l.series_code
    where ${activeLeadsOf(scope)} and ${numberOf(sql`l`)} = any(${shared.map(({ number }) => number)}::text[])
      and l.lead_id <> all(${shared.map(({ lead_id }) => lead_id)}::text[])
    order by l.updated_time desc, l.lead_id desc limit ${MAX_OTHERS * shared.length}`.execute(db);
  const byNumber = Map.groupBy(others, ({ number }) => number);
  return rows.map((row) => ({ ...row, others: (byNumber.get(row.number) ?? []).slice(0, MAX_OTHERS) }));
}

/** Matches a name of the number's leads, or the number's visible last digits. */
const entrySearch = (keyword: string): ((entry: DeskEntry) => boolean) => {
  const matches = personSearch(keyword);
  return ({ name, mobile, others }) =>
    [name, ...others.map((other) => other.name)].some((one) => matches({ name: one, mobile }));
};

async function nextLeads(
  db: Database,
  scope: LeadDeskScope,
  { waitingOnly }: LeadDeskFilter,
  { after, limit }: { after: LeadDeskCursor | null; limit: number },
): Promise<DeskEntry[]> {
  const afterCursor = after
    ? sql`and (l.updated_time, l.lead_id) < (${new Date(after.time)}, ${after.id})`
    : sql``;
  const { rows } = await sql<DeskLeadRow>`${leadQuery(scope)}
    where ${entriesOf(scope)} ${waitingOnly ? sql`and ${isWaiting}` : sql``} ${afterCursor}
    order by l.updated_time desc, l.lead_id desc limit ${limit}`.execute(db);
  return withOthers(db, scope, rows);
}

/** Reads the next page; names are encrypted in the database, so the keyword is matched after decryption. */
async function page(
  db: Database,
  scope: LeadDeskScope,
  filter: LeadDeskFilter,
  from: LeadDeskCursor | null,
): Promise<{ rows: DeskEntry[]; next: LeadDeskCursor | null }> {
  const matches = entrySearch(filter.keyword);
  const limit = isBlank(filter.keyword) ? PAGE_SIZE + 1 : SCAN_BATCH_SIZE;
  const found: DeskEntry[] = [];
  let after = from;
  for (let looked = 0; looked < MAX_SCANNED; looked += limit) {
    const rows = await nextLeads(db, scope, filter, { after, limit });
    for (const row of rows) {
      if (found.length === PAGE_SIZE) return { rows: found, next: after };
      after = { time: row.updated_time.getTime(), id: row.lead_id };
      if (matches(row)) found.push(row);
    }
    if (rows.length < limit) return { rows: found, next: null };
  }
  return { rows: found, next: after };
}

/** The list of a link's leads, one entry for each number. */
export const deskEntriesStore = (db: Database) => ({
  async counts(scope: LeadDeskScope): Promise<{ total: number; waiting: number }> {
    const { rows } = await sql<{ total: number; waiting: number }>`
      select count(*)::int as total, (count(*) filter (where ${isWaiting}))::int as waiting
      from lead l where ${entriesOf(scope)}`.execute(db);
    return rows[0] ?? { total: 0, waiting: 0 };
  },
  page: (scope: LeadDeskScope, filter: LeadDeskFilter, from: LeadDeskCursor | null) =>
    page(db, scope, filter, from),
  /** Finds the entry of a lead's number; null if the lead is withdrawn or out of scope. */
  async find(scope: LeadDeskScope, leadId: string): Promise<DeskEntry | null> {
    const { rows } = await sql<DeskLeadRow>`${leadQuery(scope)}
      where ${entriesOf(scope)} and ${hasNumberOf(scope, leadId)}`.execute(db);
    const [entry] = await withOthers(db, scope, rows);
    return entry ?? null;
  },
});
