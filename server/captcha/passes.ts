import { sql } from "kysely";
import { BatchWriter } from "../database/batch-writer.ts";
import type { Database } from "../database/database.ts";
import { lazily, prepared, throughOf, unlessAll } from "../database/prepared.ts";
import { sha256 } from "../secrets.ts";
import type { Purpose } from "./rules.ts";

/** A pass that is presented: what for, and under which idempotency key. */
type Presented = { readonly hash: string; readonly purpose: Purpose; readonly key: string | null };

/** The same pass, purpose and key: one request, however often it comes. Without a key each is one of its own. */
const sameness = (
  { hash, purpose: { action, activityId, userId, mobileHash }, key }: Presented,
  at: number,
) => [hash, action, activityId, userId, mobileHash, key ?? `#${at}`].join(" ");

/**
 * Spends passes, those that come at the same time in one statement: of several requests with one pass
 * exactly one finds it unspent, and the same request again finds its own mark. Passes are locked in
 * one order, so that two processes never wait for each other.
 */
async function spendAll(db: Database, presented: readonly Presented[], now: number): Promise<boolean[]> {
  const names = presented.map(sameness);
  const different = [...new Map(presented.map((one, at) => [names[at] ?? "", one] as const))];
  const column = (of: (one: Presented) => string | null) => different.map(([, one]) => of(one));
  const { rows } = await sql<{ through: string[] | null }>`
    with later as materialized (${lazily}),
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
    ) select ${unlessAll("at", different.length)} as through from spent ${prepared}`.execute(db);
  const through = rows[0]?.through?.map((at) => different[Number(at) - 1]?.[0] ?? "") ?? null;
  const spent = throughOf(through, names);
  return names.map((name) => spent.has(name));
}

export function passSpender(db: Database) {
  // The time of whoever came last is everybody's.
  const writer = new BatchWriter<Presented & { now: number }, boolean>((_key, presented) =>
    spendAll(db, presented, presented.at(-1)?.now ?? 0),
  );
  /** Spends a pass; false where it is missing, spent by another request, expired, or bound to something else. */
  return (id: string, purpose: Purpose, key: string | null, now: number): Promise<boolean> =>
    writer.add("pass", { hash: sha256(id), purpose, key: key === "" ? null : key, now });
}
