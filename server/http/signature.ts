import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { Refusal } from "#contract/errors.ts";
import { activitySignatureText } from "#contract/headers.ts";
import { limits } from "#contract/limits.ts";
import { BatchWriter } from "../database/batch-writer.ts";
import type { Kit } from "../kit.ts";
import { sameText, sha256 } from "../secrets.ts";

const one = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

/** Judges the clock part of a signed call: within 5 min of ours (contract section 3). */
export function isTimely(timestamp: string, now: number): boolean {
  return /^\d{13}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= limits.clockSkew;
}

/** Spends nonces: true for each that had not been used. Many at once share one statement. */
function nonceSpender(kit: Kit): (nonce: string) => Promise<boolean> {
  const writer = new BatchWriter<string, boolean>(async (_key, nonces) => {
    const expires = new Date(kit.clock.now() + 2 * limits.clockSkew);
    const { rows } = await sql<{ nonce_hash: string }>`
      insert into spent_nonce (nonce_hash, expires_time)
      select distinct n, ${expires}::timestamptz from unnest(${nonces}::text[]) as n
      on conflict do nothing returning nonce_hash`.execute(kit.db);
    const fresh = new Set(rows.map((row) => row.nonce_hash));
    // Of two equal ones in a batch the first has it.
    return nonces.map((nonce) => fresh.delete(nonce));
  });
  return (nonce) => writer.add("nonce", sha256(nonce));
}

/**
 * Checks the MA-Activity-* headers of a call with signature "activity": time, nonce, hash, and
 * that the signed mobile is the one in the body. Friction against scripts, never authorisation.
 */
export function signatureCheck(kit: Kit): (request: FastifyRequest, mobile: string) => Promise<void> {
  const spend = nonceSpender(kit);
  return async ({ headers }, mobile) => {
    const signed = one(headers["ma-activity-mobile"]);
    const timestamp = one(headers["ma-activity-timestamp"]);
    const nonce = one(headers["ma-activity-nonce"]);
    const isWhole = nonce.length >= limits.nonceLeast && nonce.length <= limits.nonceMost;
    const expected = sha256(activitySignatureText(kit.config.appKey, signed, timestamp, nonce));
    const isRight = sameText(one(headers["ma-activity-signature"]).toLowerCase(), expected);
    if (!isRight || !isWhole || signed !== mobile || !isTimely(timestamp, kit.clock.now()))
      throw new Refusal("forbidden");
    if (!(await spend(nonce))) throw new Refusal("forbidden");
  };
}

/** Forgets nonces that no clock skew would let in again. */
export async function purgeNonces(kit: Kit): Promise<void> {
  await sql`delete from spent_nonce where expires_time < ${new Date(kit.clock.now())}`.execute(kit.db);
}
