import { sql } from "kysely";
import { BatchWriter } from "../database/batching/batch-writer.ts";
import type { Database } from "../database/connection/database.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";
import { prepared } from "../database/statements/prepared-statements.ts";
import { inTransaction } from "../database/shared-tables/audit-log.ts";
import { unnestRows, type UnnestColumn } from "../database/batching/unnest-rows.ts";
import { hasSqlState } from "../database/statements/sql-state.ts";
import { admitLeads } from "./mobile-limit-store.ts";
import { clearedContact, clearedFollowUp, deletedNotes } from "./withdrawal-store.ts";
import type { LeadRow } from "./tables.ts";

export type NewLead = Omit<LeadRow, "activity_id" | "first_touch" | "withdrawn_time" | "updated_time"> & {
  readonly mobile: string;
  /** `mobile_key` of the person's existing lead with this mobile; null: none was found. */
  readonly own_key: string | null;
  /** The lead of the same person that this one replaces. */
  readonly changed_lead_id: string | null;
};

/** Text whose keyed hash identifies a lead in its activity: nobody proves the number, so it is never the number alone. */
const identityOf = ({ mobile, user_id }: Pick<NewLead, "mobile" | "user_id">): string =>
  `${mobile} ${user_id}`;
/** Keyed hash that identifies the lead in its activity; leads of earlier releases keep theirs. */
const leadKeyOf = (lead: NewLead, lookup: (text: string) => string): string =>
  lead.own_key ?? lookup(identityOf(lead));

/**
 * Keeps the last row per person and mobile, since a statement may touch a row only once, and sorts so that
 * statements of two processes cannot deadlock.
 */
const lastPerLead = (batch: readonly NewLead[]): NewLead[] =>
  [...new Map(batch.map((one) => [identityOf(one), one] as const)).entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, lead]) => lead);

const iso = (moment: Date): string => moment.toISOString();
/** Columns of a stored lead; personal data is encrypted. */
const columnsOf = (activityId: string): Readonly<Record<string, UnnestColumn<NewLead>>> => ({
  mobile_key: { type: "text", of: (row, keyring) => leadKeyOf(row, (text) => keyring.lookup(text)) },
  number_key: { type: "text", of: ({ mobile }, keyring) => keyring.lookup(mobile) },
  lead_id: { type: "text", of: (row) => row.lead_id },
  user_id: { type: "text", of: (row) => row.user_id },
  person: {
    type: "text",
    of: ({ name, mobile, answers, body_hash, ...row }, keyring) =>
      keyring.encrypt(
        JSON.stringify({ name, mobile, answers, body_hash }),
        "lead",
        activityId,
        leadKeyOf({ name, mobile, answers, body_hash, ...row }, (text) => keyring.lookup(text)),
      ),
  },
  province_code: { type: "text", of: (row) => row.province_code },
  city_code: { type: "text", of: (row) => row.city_code },
  dealer_id: { type: "text", of: (row) => row.dealer_id },
  series_code: { type: "text", of: (row) => row.series_code },
  consent_version: { type: "text", of: (row) => row.consent_version },
  consent_time: { type: "timestamptz", of: (row) => iso(row.consent_time) },
  last_touch: { type: "jsonb", of: (row) => JSON.stringify(row.last_touch) },
  idempotency_key: { type: "text", of: (row) => row.idempotency_key },
  created_time: { type: "timestamptz", of: (row) => iso(row.created_time) },
});

/**
 * Writes a batch of one activity in one statement: inserts a lead per person and mobile or updates the existing one,
 * which keeps its id, first touch and creation time (requirements M19, M20). The lead of another person is never
 * touched, whatever the number.
 */
async function writeBatch(db: Database, activityId: string, batch: readonly NewLead[]): Promise<string[]> {
  const input = lastPerLead(batch);
  const { rows } = await sql<{ at: number; lead_id: string }>`
    with input as materialized (
      select i.*, row_number() over () as at from ${unnestRows(input, columnsOf(activityId))}
    ), written as (
      insert into lead (activity_id, mobile_key, number_key, lead_id, user_id, person, province_code, city_code, dealer_id, series_code,
        consent_version, consent_time, first_touch, last_touch, idempotency_key, created_time, updated_time)
      select ${activityId}, mobile_key, number_key, lead_id, user_id, person, province_code, city_code, dealer_id, series_code,
        consent_version, consent_time, last_touch, last_touch, idempotency_key, created_time, created_time
      from input order by at
      on conflict (activity_id, mobile_key) do update set
        person = excluded.person, number_key = excluded.number_key, province_code = excluded.province_code, city_code = excluded.city_code,
        dealer_id = excluded.dealer_id, series_code = excluded.series_code, consent_version = excluded.consent_version,
        consent_time = excluded.consent_time, last_touch = excluded.last_touch, idempotency_key = excluded.idempotency_key, updated_time = excluded.updated_time,
        ${clearedContact}
      where lead.user_id = excluded.user_id
      returning mobile_key, lead_id
    ) select i.at::int as at, w.lead_id from written w join input i using (mobile_key) ${prepared}`.execute(
    db,
  );
  const ids = new Map<string, string>();
  for (const { at, lead_id } of rows) {
    const lead = input[at - 1];
    if (lead) ids.set(identityOf(lead), lead_id);
  }
  return batch.map((lead) => {
    const id = ids.get(identityOf(lead));
    if (id === undefined) throw new Error("lead not stored");
    return id;
  });
}

/**
 * Moves a changed lead to its new mobile so that the following upsert updates it. If the person already has a lead
 * with the new mobile, the changed one is withdrawn instead. Either way nothing is left under the old mobile, which
 * may be a stranger's (requirements M18, M19).
 */
async function changeMobile(db: Database, activityId: string, changing: NewLead): Promise<void> {
  const { mobile, changed_lead_id, user_id, created_time: now } = changing;
  const number = lookupKeyParameter(mobile);
  const key = lookupKeyParameter(identityOf(changing));
  await sql`
    with other as (select exists (select from lead where activity_id = ${activityId} and user_id = ${user_id}
      and coalesce(number_key, mobile_key) = ${number}) as stands), withdrawn as (
    update lead set mobile_key = case when stands then null else ${key}::text end, updated_time = ${now},
      number_key = case when stands then null else ${number}::text end,
      person = case when stands then null else person end, ${clearedFollowUp},
      withdrawn_time = case when stands then ${now}::timestamptz end
    from other
    where lead_id = ${changed_lead_id} and activity_id = ${activityId} and user_id = ${user_id}
      and withdrawn_time is null and coalesce(number_key, mobile_key) <> ${number} returning lead_id
    ), ${deletedNotes} select lead_id from withdrawn`.execute(db);
}

/** Retries once after a conflict with a concurrent transaction, whose rows the second attempt sees. */
const retryOnConflict = <T>(once: () => Promise<T>): Promise<T> =>
  once().catch((error: unknown) => {
    if (hasSqlState(error, "duplicate", "deadlock")) return once();
    throw error;
  });

const changeLead = (db: Database, activityId: string, changing: NewLead): Promise<string | null> =>
  retryOnConflict(() =>
    inTransaction(db, async (transaction) => {
      if ((await admitLeads(transaction, activityId, [changing])).length === 0) return null;
      await changeMobile(transaction, activityId, changing);
      const [leadId = ""] = await writeBatch(transaction, activityId, [changing]);
      return leadId;
    }),
  );

const addLeads = (db: Database, activityId: string, batch: readonly NewLead[]): Promise<(string | null)[]> =>
  retryOnConflict(() =>
    inTransaction(db, async (transaction) => {
      const admitted = await admitLeads(transaction, activityId, batch);
      const ids = admitted.length === 0 ? [] : await writeBatch(transaction, activityId, admitted);
      const idOf = new Map(admitted.map((lead, at) => [lead, ids[at] ?? null]));
      return batch.map((lead) => idOf.get(lead) ?? null);
    }),
  );

/**
 * Writes leads and returns their ids after the commit; null for a lead beyond the person's limit of mobiles. New leads
 * are committed in groups; a changed lead has its own transaction so that a conflict cannot fail the leads of others.
 */
export function leadWriter(db: Database): Pick<BatchWriter<NewLead, string | null>, "add"> {
  const batches = new BatchWriter<NewLead, string | null>((activityId, batch) =>
    addLeads(db, activityId, batch),
  );
  return {
    add: (activityId, lead) =>
      lead.changed_lead_id === null ? batches.add(activityId, lead) : changeLead(db, activityId, lead),
  };
}

/** A lead of the demo, and what came of the call; none: nobody has called yet. */
export type SeededLead = Pick<
  NewLead,
  | "lead_id"
  | "user_id"
  | "name"
  | "mobile"
  | "province_code"
  | "city_code"
  | "dealer_id"
  | "series_code"
  | "answers"
  | "consent_version"
  | "created_time"
> & { readonly contact?: SeededContact | null };
type SeededContact = {
  readonly result: "reached" | "declined" | "missed";
  readonly by: string;
  readonly time: Date;
};
type CalledLead = { readonly leadId: string; readonly contact: SeededContact };

const contactColumns: Readonly<Record<string, UnnestColumn<CalledLead>>> = {
  lead_id: { type: "text", of: ({ leadId }) => leadId },
  result: { type: "text", of: ({ contact }) => contact.result },
  caller: {
    type: "text",
    of: ({ leadId, contact }, keyring) => keyring.encrypt(contact.by, "contact", leadId),
  },
  called: { type: "timestamptz", of: ({ contact }) => iso(contact.time) },
};

/** Adds leads of one activity, and the results of calls; a repeated call changes nothing. */
export async function seedLeads(
  db: Database,
  activityId: string,
  leads: readonly SeededLead[],
): Promise<void> {
  if (leads.length === 0) return;
  const rows = leads.map(({ contact: _contact, ...one }): NewLead => ({
    ...one,
    consent_time: one.created_time,
    last_touch: { time: one.created_time.toISOString() },
    idempotency_key: null,
    body_hash: "",
    own_key: null,
    changed_lead_id: null,
  }));
  await writeBatch(db, activityId, rows);
  const called = leads.flatMap(({ lead_id: leadId, contact }): CalledLead[] =>
    contact ? [{ leadId, contact }] : [],
  );
  if (called.length === 0) return;
  await sql`update lead l set contact_result = i.result, contacted_by = i.caller, contacted_time = i.called
    from ${unnestRows(called, contactColumns)} where l.lead_id = i.lead_id`.execute(db);
}
