import { sql } from "kysely";
import type { FormField } from "#contract/activity/activity.ts";
import type { ContactResult } from "#contract/lead/desk.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { newId } from "../../core/ids.ts";
import { sha256 } from "../../core/secrets.ts";

export type LeadDeskScope = { readonly activity_id: string; readonly dealer_id: string | null };
export type OpenLeadLink = LeadDeskScope & {
  readonly link_id: string;
  readonly expires_time: Date;
  readonly title: string;
  readonly form: FormField[];
  readonly dealer: Pick<Organisation, "name" | "status"> | null;
};
export type DeskLeadRow = {
  lead_id: string;
  name: string;
  mobile: string;
  answers: Record<string, string>;
  city_code: string;
  source: string | null;
  updated_time: Date;
  series_name: string | null;
  dealer: Pick<Organisation, "name" | "status"> | null;
  revealed_by: string | null;
  revealed_time: Date | null;
  contact_result: ContactResult | null;
  contacted_by: string | null;
  contacted_time: Date | null;
};
/** Position in the list: the update time (ms) and id of the last lead. */
export type LeadDeskCursor = { readonly time: number; readonly id: string };
/** Filter of the list: only leads yet to call, and a part of the name or the number's last digits. */
export type LeadDeskFilter = { readonly waitingOnly: boolean; readonly keyword: string };
/** Author of a change: the name that the staff member entered, and the actor for the audit log. */
export type DeskAction = { readonly by: string; readonly actor: AuditActor; readonly now: Date };

/**
 * Version of a lead that the staff member saw, to the second, for optimistic locking. `contacted` null: without a
 * note. Undefined properties are not compared.
 */
export type ExpectedLeadVersion = {
  readonly updated?: Date | undefined;
  readonly contacted?: Date | null | undefined;
};

const PAGE_SIZE = 20;
/** Rows per batch, and in total, that one call decrypts and searches for a keyword. */
const SCAN_BATCH_SIZE = 500;
const MAX_SCANNED = 3_000;
const HOUR = 3_600_000;
/** Mobiles that one link reveals in an hour: enough for the calls of several people, too few to copy the list. */
export const MAX_REVEALS_PER_HOUR = 100;

const dealer = sql`case when d.organisation_id is null then null
  else json_build_object('name', d.name, 'status', d.status) end as dealer`;
const leadQuery = sql`
  select l.lead_id, l.activity_id, l.mobile_key, l.person, l.city_code, l.last_touch ->> 'utm_source' as source, l.updated_time,
    l.contact_result, l.contacted_by, l.contacted_time, r.name as series_name, ${dealer}, v.reveal_id, v.revealed_by, v.revealed_time
  from lead l left join organisation d on d.organisation_id = l.dealer_id
  left join series r on r.series_code = l.series_code
  left join lateral (
    select reveal_id, revealed_by, revealed_time from lead_reveal where lead_id = l.lead_id order by revealed_time desc limit 1
  ) v on true`;
const isWaiting = sql`(contact_result is null or contact_result = 'missed')`;
/** Condition: leads of the link's scope that are not withdrawn. */
const activeLeadsOf = ({ activity_id, dealer_id }: LeadDeskScope) => sql`
  l.activity_id = ${activity_id} and (${dealer_id}::text is null or l.dealer_id = ${dealer_id}) and l.withdrawn_time is null`;

/** Matches a part of the name or the number's visible last digits, so that a search reveals no hidden digits. */
const matches = ({ name, mobile }: DeskLeadRow, keyword: string): boolean =>
  keyword === "" || name.toLowerCase().includes(keyword) || maskMobile(mobile).endsWith(keyword);

async function nextLeads(
  db: Database,
  scope: LeadDeskScope,
  { waitingOnly }: LeadDeskFilter,
  { after, limit }: { after: LeadDeskCursor | null; limit: number },
): Promise<DeskLeadRow[]> {
  const afterCursor = after
    ? sql`and (l.updated_time, l.lead_id) < (${new Date(after.time)}, ${after.id})`
    : sql``;
  const { rows } = await sql<DeskLeadRow>`${leadQuery}
    where ${activeLeadsOf(scope)} ${waitingOnly ? sql`and ${isWaiting}` : sql``} ${afterCursor}
    order by l.updated_time desc, l.lead_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Reads the next page; names are encrypted in the database, so the keyword is matched after decryption. */
async function page(
  db: Database,
  scope: LeadDeskScope,
  filter: LeadDeskFilter,
  from: LeadDeskCursor | null,
): Promise<{ rows: DeskLeadRow[]; next: LeadDeskCursor | null }> {
  const keyword = filter.keyword.trim().toLowerCase();
  const limit = keyword === "" ? PAGE_SIZE + 1 : SCAN_BATCH_SIZE;
  const found: DeskLeadRow[] = [];
  let after = from;
  for (let looked = 0; looked < MAX_SCANNED; looked += limit) {
    const rows = await nextLeads(db, scope, filter, { after, limit });
    for (const row of rows) {
      if (found.length === PAGE_SIZE) return { rows: found, next: after };
      after = { time: row.updated_time.getTime(), id: row.lead_id };
      if (matches(row, keyword)) found.push(row);
    }
    if (rows.length < limit) return { rows: found, next: null };
  }
  return { rows: found, next: after };
}

/**
 * Records who sees a lead's mobile, up to the hourly limit of the link. Locks the link's row first so that
 * concurrent calls cannot exceed the limit.
 * @returns whether the mobile may be shown; null if the lead is no longer there
 */
const reveal = (
  db: Database,
  link: OpenLeadLink,
  leadId: string,
  { by, actor, now }: DeskAction,
): Promise<boolean | null> =>
  withAuditEntry(
    db,
    async (transaction) => {
      await sql`select 1 from lead_link where link_id = ${link.link_id} for update`.execute(transaction);
      const { rows } = await sql<{ others: number }>`
        select count(distinct lead_id)::int as others from lead_reveal
        where link_id = ${link.link_id} and lead_id <> ${leadId} and revealed_time > ${new Date(now.getTime() - HOUR)}`.execute(
        transaction,
      );
      if ((rows[0]?.others ?? 0) >= MAX_REVEALS_PER_HOUR) return false;
      const revealId = newId();
      const shown = await sql`
        insert into lead_reveal (reveal_id, lead_id, link_id, revealed_by, revealed_time)
        select ${revealId}, l.lead_id, ${link.link_id}, ${encryptedText(by, "reveal", revealId)}, ${now} from lead l
        where ${activeLeadsOf(link)} and l.lead_id = ${leadId} returning 1`.execute(transaction);
      return shown.rows.length > 0 ? true : null;
    },
    (isShown) =>
      isShown
        ? { by: actor, action: "lead.reveal", about: { kind: "lead", id: leadId }, outcome: "done", now }
        : null,
  );

/** Condition: the lead is unchanged since the staff member saw it. */
const matchesExpectedVersion = ({ updated, contacted }: ExpectedLeadVersion) => sql`
  ${updated === undefined ? sql`` : sql`and date_trunc('second', l.updated_time) = ${updated}`}
  ${contacted === undefined ? sql`` : sql`and date_trunc('second', l.contacted_time) is not distinct from ${contacted}::timestamptz`}`;

/** Sets or clears the call result of an unchanged lead and writes the audit entry. @returns whether it was set */
const setContact = (
  db: Database,
  change: {
    link: OpenLeadLink;
    leadId: string;
    result: ContactResult | null;
    expected: ExpectedLeadVersion;
  },
  { by, actor, now }: DeskAction,
): Promise<boolean> => {
  const { link, leadId, result, expected } = change;
  return withAuditEntry(
    db,
    async (transaction) => {
      const { rows } = await sql`
        update lead l set contact_result = ${result}, contacted_time = ${result && now},
          contacted_by = ${result && encryptedText(by, "contact", leadId)}
        where ${activeLeadsOf(link)} and l.lead_id = ${leadId} ${matchesExpectedVersion(expected)} returning 1`.execute(
        transaction,
      );
      return rows.length > 0;
    },
    (isDone) =>
      isDone
        ? {
            by: actor,
            action: result === null ? "lead.unmark" : "lead.mark",
            about: { kind: "lead", id: leadId },
            outcome: result ?? "done",
            now,
          }
        : null,
  );
};

/** Leads as seen by dealer staff (requirement M01). */
export const leadDeskStore = (db: Database) => ({
  /** Finds a valid link; null if it is unknown, expired or revoked. */
  async openLink(token: string, now: Date): Promise<OpenLeadLink | null> {
    const { rows } = await sql<OpenLeadLink>`
      select l.link_id, l.activity_id, l.dealer_id, l.expires_time, a.title, a.form, ${dealer}
      from lead_link l join activity a on a.activity_id = l.activity_id
      left join organisation d on d.organisation_id = l.dealer_id
      where l.token_hash = ${sha256(token)} and l.revoked_time is null and l.expires_time > ${now}`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  async counts(scope: LeadDeskScope): Promise<{ total: number; waiting: number }> {
    const { rows } = await sql<{ total: number; waiting: number }>`
      select count(*)::int as total, (count(*) filter (where ${isWaiting}))::int as waiting
      from lead l where ${activeLeadsOf(scope)}`.execute(db);
    return rows[0] ?? { total: 0, waiting: 0 };
  },
  page: (scope: LeadDeskScope, filter: LeadDeskFilter, from: LeadDeskCursor | null) =>
    page(db, scope, filter, from),
  async find(scope: LeadDeskScope, leadId: string): Promise<DeskLeadRow | null> {
    const { rows } =
      await sql<DeskLeadRow>`${leadQuery} where ${activeLeadsOf(scope)} and l.lead_id = ${leadId}`.execute(
        db,
      );
    return rows[0] ?? null;
  },
  reveal: (link: OpenLeadLink, leadId: string, action: DeskAction) => reveal(db, link, leadId, action),
  /** Records the call result unless the lead has changed since. @returns whether it was recorded */
  mark: (
    link: OpenLeadLink,
    { leadId, result, expected }: { leadId: string; result: ContactResult; expected: ExpectedLeadVersion },
    action: DeskAction,
  ) => setContact(db, { link, leadId, result, expected }, action),
  /** Clears the call result recorded at a time, but no later one. @param contacted to the second */
  unmark: (link: OpenLeadLink, leadId: string, contacted: Date, action: Omit<DeskAction, "by">) =>
    setContact(db, { link, leadId, result: null, expected: { contacted } }, { ...action, by: "" }),
});
export type LeadDeskStore = ReturnType<typeof leadDeskStore>;

/** An activity for which a link is useful, with its number of leads. */
export type LeadLinkCandidate = { activityId: string; title: string; leads: number };
/** Lists activities with leads first, then those that collect leads. */
export async function listLeadLinkCandidates(db: Database): Promise<LeadLinkCandidate[]> {
  const { rows } = await sql<LeadLinkCandidate>`
    select a.activity_id as "activityId", a.title, n.leads from activity a cross join lateral (
      select count(*)::int as leads from lead where activity_id = a.activity_id and withdrawn_time is null) n
    where a.is_published and (n.leads > 0 or a.page_type <> 'signup')
    order by n.leads desc, a.start_time desc, a.activity_id limit 30`.execute(db);
  return rows;
}

/** Checks the scope of a new link. @returns the problem; null: none */
export async function leadLinkProblem(
  db: Database,
  { activity_id, dealer_id }: { activity_id: string; dealer_id: string | null },
): Promise<"noActivity" | "unknownDealer" | null> {
  const { rows } = await sql<{ has_dealer: boolean }>`
    select ${dealer_id}::text is null or exists (
      select from organisation where organisation_id = ${dealer_id}) as has_dealer
    from activity where activity_id = ${activity_id}`.execute(db);
  const [found] = rows;
  if (!found) return "noActivity";
  return found.has_dealer ? null : "unknownDealer";
}
