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

/** A pass that is presented: what for, and under which idempotency key. */
type PresentedPassRow = {
  readonly hash: string;
  readonly purpose: CaptchaPurpose;
  readonly key: string | null;
};

/** The same pass, purpose and key: one request, however often it comes. Without a key each is one of its own. */
const sameness = (
  { hash, purpose: { action, activityId, userId, mobileHash }, key }: PresentedPassRow,
  at: number,
) => [hash, action, activityId, userId, mobileHash, key ?? `#${at}`].join(" ");

/**
 * Spends passes, those that come at the same time in one statement: of several requests with one pass
 * exactly one finds it unspent, and the same request again finds its own mark. Passes are locked in
 * one order, so that two processes never wait for each other.
 */
async function spendAll(
  db: Database,
  presented: readonly PresentedPassRow[],
  now: number,
): Promise<boolean[]> {
  const names = presented.map(sameness);
  const different = [...new Map(presented.map((one, at) => [names[at] ?? "", one] as const))];
  const column = (of: (one: PresentedPassRow) => string | null) => different.map(([, one]) => of(one));
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
    ) select ${acceptedIdsOrNull("at", different.length)} as through from spent ${prepared}`.execute(db);
  const through = rows[0]?.through?.map((at) => different[Number(at) - 1]?.[0] ?? "") ?? null;
  const spent = acceptedIds(through);
  return names.map((name) => spent.has(name));
}

/** A pass that came with a request, not spent yet. */
export type CaptchaPass = {
  readonly hash: string;
  /** Of the request; null: it has none. */
  readonly key: string | null;
  /** In a statement of its own; false where it is no good. */
  consume(): Promise<boolean>;
};

/**
 * Parts of a statement that writes what passes were solved for: spends them as `spendAll` does. `pass_held` has the
 * user_id of each whose pass is good: it is judged with its row locked, as the row is by then, and marked where it
 * stands, since a search by its hash may become one through all (a planner's choice while there are few). All are marked
 * by one look at the table: each begins by asking for the table's size, which costs the embedded database more than the
 * mark, and so the keys are not joined.
 * One that was marked after the statement began is the same request's, and needs no mark.
 * @param from a relation with `user_id`, `pass_hash` and `pass_key`; a user once, null hashes for those without a pass
 * @param now ms since the epoch
 */
export const passStatementParts = (
  from: RawBuilder<unknown>,
  { action, activityId }: { readonly action: CaptchaAction; readonly activityId: string },
  now: number,
): RawBuilder<unknown> => sql`
  pass_held as materialized (
    select i.user_id, i.pass_key, found.place
    from (select user_id, pass_hash, pass_key from ${from} where pass_hash is not null order by pass_hash) i
    cross join lateral (
      select p.ctid as place from captcha_pass p
      where p.pass_hash = i.pass_hash and p.expires_time > ${new Date(now)}::timestamptz
        and p.action = ${action} and p.activity_id = ${activityId} and p.user_id = i.user_id and p.mobile_hash is null
        and (p.spent_by is null or p.spent_by = i.pass_key)
      for update) found
  ), pass_marked as (
    update captcha_pass p
    set spent_by = (select jsonb_object_agg(place::text, coalesce(pass_key, '')) from pass_held) ->> p.ctid::text
    where p.ctid = any(array(select place from pass_held))
  )`;

export function passSpender(db: Database) {
  // The time of whoever came last is everybody's.
  const writer = new BatchWriter<PresentedPassRow & { now: number }, boolean>((_key, presented) =>
    spendAll(db, presented, presented.at(-1)?.now ?? 0),
  );
  /** A pass to be spent: not where it is missing, spent by another request, expired, or bound to something else. */
  return (id: string, purpose: CaptchaPurpose, givenKey: string | null, now: number): CaptchaPass => {
    const [hash, key] = [sha256(id), givenKey === "" ? null : givenKey];
    return { hash, key, consume: () => writer.add("pass", { hash, purpose, key, now }) };
  };
}
