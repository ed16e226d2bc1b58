import { sql } from "kysely";
import { BatchWriter } from "../database/batch-writer.ts";
import type { Database } from "../database/database.ts";
import { sealedRows } from "../database/personal.ts";
import type { Vault } from "../database/vault.ts";
import type { LeadRow } from "./tables.ts";

export type NewLead = Omit<LeadRow, "activity_id" | "first_touch" | "withdrawn_time" | "updated_time"> & {
  readonly mobile: string;
};

/**
 * One row for each mobile, the last of the batch: a statement may touch a row only once. In one order
 * for all, so that the statements of two processes never wait for each other.
 */
const latest = (batch: readonly NewLead[]): NewLead[] =>
  [...new Map(batch.map((one) => [one.mobile, one] as const)).values()].sort((one, other) =>
    one.mobile < other.mobile ? -1 : 1,
  );

/** A lead as it is stored. */
const sealLead = (activityId: string) => (row: NewLead, vault: Vault) => {
  const { name, mobile, answers, body_hash, ...kept } = row;
  const mobile_key = vault.lookup(mobile);
  const fields = JSON.stringify({ name, mobile, answers, body_hash });
  return { ...kept, person: vault.seal(fields, "lead", activityId, mobile_key), mobile_key };
};

/**
 * Writes a batch of one activity in one statement: a new lead for each mobile, or the one that
 * stands brought up to date; its id, first touch and moment stay (requirements M19, M20).
 */
async function writeBatch(db: Database, activityId: string, batch: readonly NewLead[]): Promise<string[]> {
  const { rows } = await sql<{ person: never; mobile: string; lead_id: string }>`
    insert into lead (activity_id, mobile_key, lead_id, user_id, person, province_code, city_code, dealer_id, series_code,
      consent_version, consent_time, first_touch, last_touch, idempotency_key, created_time, updated_time)
    select ${activityId}, mobile_key, lead_id, user_id, person, province_code, city_code, dealer_id, series_code,
      consent_version, consent_time, last_touch, last_touch, idempotency_key, created_time, created_time
    from jsonb_to_recordset(${sealedRows(latest(batch), sealLead(activityId))}::jsonb) as i(mobile_key text, lead_id text, user_id text, person text,
      province_code text, city_code text, dealer_id text, series_code text, consent_version text, consent_time timestamptz,
      last_touch jsonb, idempotency_key text, created_time timestamptz)
    on conflict (activity_id, mobile_key) do update set
      user_id = excluded.user_id, person = excluded.person, province_code = excluded.province_code, city_code = excluded.city_code,
      dealer_id = excluded.dealer_id, series_code = excluded.series_code, consent_version = excluded.consent_version,
      consent_time = excluded.consent_time, last_touch = excluded.last_touch, idempotency_key = excluded.idempotency_key, updated_time = excluded.updated_time
    returning person, lead_id, activity_id, mobile_key`.execute(db);
  const ids = new Map(rows.map(({ mobile, lead_id }) => [mobile, lead_id]));
  return batch.map(({ mobile }) => {
    const id = ids.get(mobile);
    if (id === undefined) throw new Error("a lead was not written");
    return id;
  });
}

/** The group-commit writer of leads; answers each lead's id after the commit. */
export const leadWriter = (db: Database): BatchWriter<NewLead, string> =>
  new BatchWriter((activityId, batch) => writeBatch(db, activityId, batch));
