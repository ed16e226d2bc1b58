import { sql } from "kysely";
import type { FormField } from "#contract/activity/activity.ts";
import type { ContactResult } from "#contract/lead/desk.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { newId } from "../../core/ids.ts";
import { sha256 } from "../../core/secrets.ts";
import { dealerColumn, deskEntriesStore, hasNextCall } from "./entries-store.ts";
import { activeLeadsOf, hasNumberOf, type LeadDeskScope } from "./lead-scope-store.ts";
import { insertNote } from "./notes-store.ts";

export type OpenLeadLink = LeadDeskScope & {
  readonly link_id: string;
  readonly last_used_time: Date | null;
  readonly expires_time: Date;
  readonly title: string;
  readonly form: FormField[];
  readonly dealer: Pick<Organisation, "name" | "status"> | null;
};
/** The leads that staff or an operator reach, and the staff link; null: an operator of the console. */
export type LeadReach = LeadDeskScope & { readonly link_id: string | null; readonly operator_id?: string };
/** Author of a change: the name that the staff member entered, and the actor for the audit log. */
export type DeskAction = { readonly by: string; readonly actor: AuditActor; readonly now: Date };

/**
 * Version of a lead that the staff member saw, to the second, for optimistic locking. `contacted` null: without a
 * note. Undefined properties are not compared.
 */
export type ExpectedLeadVersion = {
  readonly updated?: Date | undefined;
  readonly contacted?: Date | null | undefined;
  /** null: no next call. */
  readonly nextCall?: Date | null | undefined;
};
/** Result of a call; null clears it. `testDrive` is an agreed test drive. */
type Contact = { readonly result: ContactResult | null; readonly testDrive: Date | null };

const HOUR = 3_600_000;
/** Mobiles that one link reveals in an hour: enough for the calls of several people, too few to copy the list. */
export const MAX_REVEALS_PER_HOUR = 100;

/** Records who sees a lead's mobile. @returns false if the lead is no longer there */
export async function insertReveal(
  transaction: Database,
  link: LeadReach,
  leadId: string,
  { by, now }: Pick<DeskAction, "by" | "now">,
): Promise<boolean> {
  const revealId = newId();
  const { rows } = await sql`
    insert into lead_reveal (reveal_id, lead_id, link_id, operator_id, revealed_by, revealed_time)
    select ${revealId}, l.lead_id, ${link.link_id}, ${link.operator_id ?? null}, ${encryptedText(by, "reveal", revealId)}, ${now}
    from lead l where ${activeLeadsOf(link)} and l.lead_id = ${leadId} returning 1`.execute(transaction);
  return rows.length > 0;
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
      return (await insertReveal(transaction, link, leadId, { by, now })) ? true : null;
    },
    (isShown) =>
      isShown
        ? { by: actor, action: "lead.reveal", about: { kind: "lead", id: leadId }, outcome: "done", now }
        : null,
  );

/** Condition: the lead is unchanged since the staff member saw it. */
const matchesExpectedVersion = ({ updated, contacted, nextCall }: ExpectedLeadVersion) => sql`true
  ${updated === undefined ? sql`` : sql`and date_trunc('second', l.updated_time) = ${updated}`}
  ${contacted === undefined ? sql`` : sql`and date_trunc('second', l.contacted_time) is not distinct from ${contacted}::timestamptz`}
  ${nextCall === undefined ? sql`` : sql`and date_trunc('second', case when ${hasNextCall} then l.next_call_time end) is not distinct from ${nextCall}::timestamptz`}`;

/**
 * Locks the leads of the number of a given one.
 * @returns their ids; empty if the newest of them is not the one, or the version, that the staff member saw
 */
export async function lockEntry(
  transaction: Database,
  link: LeadReach,
  leadId: string,
  expected: ExpectedLeadVersion,
): Promise<string[]> {
  const { rows } = await sql<{ lead_id: string; is_expected: boolean }>`
    select l.lead_id, ${matchesExpectedVersion(expected)} as is_expected from lead l
    where ${activeLeadsOf(link)} and ${hasNumberOf(link, leadId)}
    order by l.updated_time desc, l.lead_id desc for update of l`.execute(transaction);
  const [newest] = rows;
  const isSeen = expected.updated === undefined || newest?.lead_id === leadId;
  return newest?.is_expected && isSeen ? rows.map(({ lead_id }) => lead_id) : [];
}

/**
 * Sets or clears the call result of an unchanged entry, for all leads of its number, and writes the audit entry.
 * @returns whether it was set
 */
const setContact = (
  db: Database,
  change: Contact & {
    link: LeadReach;
    leadId: string;
    expected: ExpectedLeadVersion;
  },
  { by, actor, now }: DeskAction,
): Promise<boolean> => {
  const { link, leadId, result, testDrive, expected } = change;
  return withAuditEntry(
    db,
    async (transaction) => {
      const ids = await lockEntry(transaction, link, leadId, expected);
      for (const id of ids)
        await sql`
          update lead set contact_result = ${result}, contacted_time = ${result && now},
            test_drive_time = ${testDrive},
            contacted_by = ${result && encryptedText(by, "contact", id)}
          where lead_id = ${id}`.execute(transaction);
      return ids.length > 0;
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

/**
 * Sets or clears the next call of an unchanged entry, for all leads of its number, and writes the audit entry.
 * @param seen next call that the staff member saw, to the second
 * @returns whether it was set
 */
const setNextCall = (
  db: Database,
  { link, leadId, time, seen }: { link: LeadReach; leadId: string; time: Date | null; seen: Date | null },
  { actor, now }: Omit<DeskAction, "by">,
): Promise<boolean> =>
  withAuditEntry(
    db,
    async (transaction) => {
      const ids = await lockEntry(transaction, link, leadId, { nextCall: seen });
      await sql`update lead set next_call_time = ${time}, planned_time = ${time && now}
        where lead_id = any(${ids}::text[])`.execute(transaction);
      return ids.length > 0;
    },
    (isDone) =>
      isDone
        ? {
            by: actor,
            action: "lead.plan",
            about: { kind: "lead", id: leadId },
            outcome: time === null ? "cleared" : "done",
            now,
          }
        : null,
  );

/**
 * Adds a note about a number, and writes the audit entry. Locks the number's leads first so that concurrent calls
 * cannot exceed the limit.
 * @returns whether it is stored; null if the lead is no longer there
 */
const addNote = (
  db: Database,
  { link, leadId, key, text }: { link: LeadReach; leadId: string; key: string; text: string },
  { by, actor, now }: DeskAction,
): Promise<boolean | null> =>
  withAuditEntry(
    db,
    async (transaction) => {
      const ids = await lockEntry(transaction, link, leadId, {});
      return ids.length === 0
        ? null
        : insertNote(transaction, ids, {
            linkId: link.link_id,
            operatorId: link.operator_id ?? null,
            key,
            text,
            by,
            now,
          });
    },
    (isStored) =>
      isStored
        ? { by: actor, action: "lead.note", about: { kind: "lead", id: leadId }, outcome: "done", now }
        : null,
  );

/** Leads as seen by dealer staff (requirement M01). */
export const leadDeskStore = (db: Database) => ({
  ...deskEntriesStore(db),
  /** Finds a valid link; null if it is unknown, expired or revoked. */
  async openLink(token: string, now: Date): Promise<OpenLeadLink | null> {
    const { rows } = await sql<OpenLeadLink>`
      select l.link_id, l.last_used_time, l.activity_id, l.dealer_id, l.expires_time, a.title, a.form, ${dealerColumn}
      from lead_link l join activity a on a.activity_id = l.activity_id
      left join organisation d on d.organisation_id = l.dealer_id
      where l.token_hash = ${sha256(token)} and l.revoked_time is null and l.expires_time > ${now}`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  reveal: (link: OpenLeadLink, leadId: string, action: DeskAction) => reveal(db, link, leadId, action),
  /** Records the call result unless the lead has changed since. @returns whether it was recorded */
  mark: (
    link: LeadReach,
    contact: Contact & { leadId: string; result: ContactResult; expected: ExpectedLeadVersion },
    action: DeskAction,
  ) => setContact(db, { link, ...contact }, action),
  /** Clears the call result recorded at a time, but no later one. @param contacted to the second */
  unmark: (link: LeadReach, leadId: string, contacted: Date, action: Omit<DeskAction, "by">) =>
    setContact(
      db,
      { link, leadId, result: null, testDrive: null, expected: { contacted } },
      { ...action, by: "" },
    ),
  plan: (
    link: LeadReach,
    plan: { leadId: string; time: Date | null; seen: Date | null },
    action: Omit<DeskAction, "by">,
  ) => setNextCall(db, { link, ...plan }, action),
  addNote: (link: LeadReach, note: { leadId: string; key: string; text: string }, action: DeskAction) =>
    addNote(db, { link, ...note }, action),
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
