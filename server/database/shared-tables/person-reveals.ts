import { sql } from "kysely";
import {
  REVEALS_PER_DAY,
  REVEALS_PER_HOUR,
  REVEALS_WITHOUT_STEP_UP,
  type PurposeOfReveal,
} from "#contract/console/person-shapes.ts";
import { Refusal } from "#contract/core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../connection/database.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A mobile that an operator is about to see. */
type RequestedReveal = {
  readonly operatorId: string;
  /** End of the last step-up's validity, ms; 0: none. */
  readonly stepUpUntil: number;
  readonly about: { readonly kind: string; readonly id: string };
  readonly purpose: PurposeOfReveal;
  readonly now: Date;
};

/**
 * Records that an operator sees a mobile, within the limits of an hour and a day, which the statement that writes counts
 * (requirement CO100). The same mobile counts again. Concurrent calls of one operator wait for each other.
 * @param transaction that of the answer, so that a failure counts nothing
 * @throws Refusal "revealLimit", or "stepUpRequired" above the number that needs no recent second factor
 */
export async function recordReveal(
  transaction: Database,
  { operatorId, stepUpUntil, about, purpose, now }: RequestedReveal,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`person-reveal ${operatorId}`}, 0))`.execute(
    transaction,
  );
  const hasStepUp = stepUpUntil > now.getTime();
  const { rows } = await sql<{ hour: number; is_made: boolean }>`
    with used as materialized (
      select (count(*) filter (where revealed_time > ${new Date(now.getTime() - HOUR)}))::int as hour, count(*)::int as day
      from person_reveal where operator_id = ${operatorId} and revealed_time > ${new Date(now.getTime() - DAY)}
    ), made as (
      insert into person_reveal (reveal_id, operator_id, about_kind, about_id, purpose, revealed_time)
      select ${newId()}, ${operatorId}, ${about.kind}, ${about.id}, ${purpose}, ${now} from used
      where hour < ${REVEALS_PER_HOUR}::int and day < ${REVEALS_PER_DAY}::int
        and (${hasStepUp}::boolean or hour < ${REVEALS_WITHOUT_STEP_UP}::int)
      returning 1
    ) select hour, exists (select from made) as is_made from used`.execute(transaction);
  const [used] = rows;
  if (used?.is_made) return;
  const isStepUpMissing = !hasStepUp && used !== undefined && used.hour < REVEALS_PER_HOUR;
  throw new Refusal(isStepUpMissing ? "stepUpRequired" : "revealLimit", { retryAfterSeconds: 600 });
}

/** Deletes records that are older than the audit log. */
export async function purgeReveals(db: Database, before: Date): Promise<void> {
  await sql`delete from person_reveal where revealed_time < ${before}`.execute(db);
}
