import { sql, type RawBuilder } from "kysely";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import { BatchWriter } from "../database/batching/batch-writer.ts";
import type { Database } from "../database/connection/database.ts";
import {
  acceptedIds,
  asyncCommit,
  prepared,
  acceptedIdsOrNull,
} from "../database/statements/prepared-statements.ts";
import { sha256 } from "../core/secrets.ts";
import type { CaptchaPurpose } from "./rules.ts";

/** A presented pass with its purpose and idempotency key. */
type PresentedPassRow = {
  readonly hash: string;
  readonly purpose: CaptchaPurpose;
  readonly key: string | null;
};

/** Identity of a request: the same pass, purpose and key are one request; without a key each presentation is separate. */
const requestIdentity = (
  { hash, purpose: { action, activityId, userId, mobileHash }, key }: PresentedPassRow,
  at: number,
) => [hash, action, activityId, userId, mobileHash, key ?? `#${at}`].join(" ");

/**
 * Consumes a batch of passes by one statement. Of several requests with the same pass exactly one succeeds, and a
 * repetition of that request succeeds too. The passes are locked in one order, so that two processes cannot deadlock.
 */
async function consumeBatch(
  db: Database,
  presented: readonly PresentedPassRow[],
  now: number,
): Promise<boolean[]> {
  const identities = presented.map(requestIdentity);
  const distinct = [...new Map(presented.map((one, at) => [identities[at] ?? "", one] as const))];
  const column = (of: (one: PresentedPassRow) => string | null) => distinct.map(([, one]) => of(one));
  const { rows } = await sql<{ through: string[] | null }>`
    with later as materialized (${asyncCommit}),
    input as (
      select * from unnest(${column(({ hash }) => hash)}::text[], ${column(({ purpose }) => purpose.action)}::text[],
        ${column(({ purpose }) => purpose.activityId)}::text[], ${column(({ purpose }) => purpose.userId)}::text[],
        ${column(({ purpose }) => purpose.mobileHash)}::text[], ${column(({ key }) => key)}::text[])
      with ordinality as i(pass_hash, action, activity_id, user_id, mobile_hash, key, at)
    ),
    held as materialized (
      select i.* from (select * from input order by pass_hash) i cross join lateral (
        select from captcha_pass where pass_hash = i.pass_hash for update) found
    ), spent as (
      update captcha_pass p set spent_by = coalesce(i.key, '') from later, held i
      where p.pass_hash = i.pass_hash and p.expires_time > ${new Date(now)}::timestamptz
        and p.action = i.action and p.activity_id is not distinct from i.activity_id
        and p.user_id is not distinct from i.user_id and p.mobile_hash is not distinct from i.mobile_hash
        and (p.spent_by is null or p.spent_by = i.key)
      returning i.at::text as at
    ) select ${acceptedIdsOrNull("at", distinct.length)} as through from spent ${prepared}`.execute(db);
  const through = rows[0]?.through?.map((at) => distinct[Number(at) - 1]?.[0] ?? "") ?? null;
  const consumed = acceptedIds(through);
  return identities.map((identity) => consumed.has(identity));
}

/** A pass of a request that is not consumed yet. */
export type CaptchaPass = {
  readonly hash: string;
  /** Idempotency key of the request; null: none. */
  readonly key: string | null;
  /** Consumes the pass by a separate statement. @returns false: not valid */
  consume(): Promise<boolean>;
};

/**
 * Common table expressions for a statement that consumes passes together with its own rows, as `consumeBatch` does.
 * `pass_held` has the user_id of each valid pass. A pass is checked with its row locked, so that its current state
 * counts. It is then marked by its ctid, because the planner may choose a sequential scan for a search by hash while
 * the table is small. All passes are marked by one scan without a join, because each scan first asks for the size of
 * the table, which costs the embedded database more than the update.
 * A pass that was marked after the statement began belongs to the same request and needs no update.
 * @param from a relation with `user_id`, `pass_hash` and `pass_key`; each user once, null hashes for those without a pass
 * @param now ms since the epoch
 */
export const passStatementParts = (
  from: RawBuilder<unknown>,
  { action, activityId }: { readonly action: CaptchaAction; readonly activityId: string | null },
  now: number,
): RawBuilder<unknown> => sql`
  pass_held as materialized (
    select i.user_id, i.pass_key, found.place
    from (select user_id, pass_hash, pass_key from ${from} where pass_hash is not null order by pass_hash) i
    cross join lateral (
      select p.ctid as place from captcha_pass p
      where p.pass_hash = i.pass_hash and p.expires_time > ${new Date(now)}::timestamptz
        and p.action = ${action} and p.activity_id is not distinct from ${activityId}::text
        and p.user_id = i.user_id and p.mobile_hash is null
        and (p.spent_by is null or p.spent_by = i.pass_key)
      for update) found
  ), pass_marked as (
    update captcha_pass p
    set spent_by = (select jsonb_object_agg(place::text, coalesce(pass_key, '')) from pass_held) ->> p.ctid::text
    where p.ctid = any(array(select place from pass_held))
  )`;

export function createPassConsumer(db: Database) {
  // Uses the time of the last request for the whole batch.
  const writer = new BatchWriter<PresentedPassRow & { now: number }, boolean>((_key, presented) =>
    consumeBatch(db, presented, presented.at(-1)?.now ?? 0),
  );
  /** A pass whose `consume` fails if it is missing, consumed by another request, expired, or bound to another purpose. */
  return (id: string, purpose: CaptchaPurpose, givenKey: string | null, now: number): CaptchaPass => {
    const [hash, key] = [sha256(id), givenKey === "" ? null : givenKey];
    return { hash, key, consume: () => writer.add("pass", { hash, purpose, key, now }) };
  };
}
