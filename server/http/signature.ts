import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { Refusal } from "#contract/errors.ts";
import { activitySignatureText, communitySignatureText } from "#contract/headers.ts";
import { callLimits } from "#contract/call-limits.ts";
import { BatchWriter } from "../database/batch-writer.ts";
import { lazily, prepared, unlessAll } from "../database/prepared.ts";
import type { Kit } from "../kit.ts";
import { sameText, sha256 } from "../secrets.ts";
import type { Gate } from "./calls.ts";
import { Nonce, spendNonces } from "./nonce.ts";

const one = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

/** Judges the clock part of a signed call: within 5 min of ours (contract section 3). */
export function isTimely(timestamp: string, now: number): boolean {
  return /^\d{13}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= callLimits.clockSkew;
}

/** Spends nonces: true for each that had not been used. Many at once share one statement. */
function nonceSpender(kit: Kit): (nonce: Nonce) => Promise<boolean> {
  const writer = new BatchWriter<Nonce, boolean>(async (_key, spent) => {
    const nonces = spent.map(({ hash }) => hash);
    // The latest of the batch is everybody's.
    const expires = spent.at(-1)?.expires ?? new Date(kit.clock.now());
    const { rows } = await sql<{ through: string[] | null }>`
      with later as materialized (${lazily}),
      input as (select distinct n as nonce_hash from later, unnest(${nonces}::text[]) as n),
      fresh as (${spendNonces(sql`input`, expires)})
      select ${unlessAll("nonce_hash", nonces.length)} as through from fresh ${prepared}`.execute(kit.db);
    const fresh = new Set(rows[0]?.through ?? nonces);
    // Of two equal ones in a batch the first has it.
    return nonces.map((nonce) => fresh.delete(nonce));
  });
  return (nonce) => writer.add("nonce", nonce);
}

type Signed = {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  /** What the signature should be of. */
  readonly text: string;
};

/** MA-Activity-*: the signed mobile must be the one among the arguments. */
function signedForActivity({ headers }: FastifyRequest, appKey: string, args: unknown): Signed {
  const mobile = one(headers["ma-activity-mobile"]);
  const timestamp = one(headers["ma-activity-timestamp"]);
  const nonce = one(headers["ma-activity-nonce"]);
  if (mobile !== (args as { mobile: string }).mobile) throw new Refusal("forbidden");
  const text = activitySignatureText(appKey, mobile, timestamp, nonce);
  return { timestamp, nonce, signature: one(headers["ma-activity-signature"]), text };
}

/** X-COP-*: the token it carries must be the one that the call is made with (requirement P16). */
function signedForCommunity({ headers }: FastifyRequest, appKey: string): Signed {
  const timestamp = one(headers["x-cop-timestamp"]);
  const nonce = one(headers["x-cop-nonce"]);
  if (!sameText(one(headers["x-cop-accesstoken"]), one(headers["x-access-token"])))
    throw new Refusal("forbidden");
  const text = communitySignatureText(appKey, timestamp, nonce);
  return { timestamp, nonce, signature: one(headers["x-cop-signature"]), text };
}

/**
 * Checks the signing headers of a call (contract section 3): time, nonce, hash. Friction against
 * scripts, never authorisation.
 */
export function signatureCheck(kit: Kit): Gate["checkSignature"] {
  const spend = nonceSpender(kit);
  return (call, request, args) => {
    const { appKey } = kit.config;
    const { timestamp, nonce, signature, text } =
      call.signature === "community"
        ? signedForCommunity(request, appKey)
        : signedForActivity(request, appKey, args);
    const isWhole = nonce.length >= callLimits.nonceLeast && nonce.length <= callLimits.nonceMost;
    const isRight = sameText(signature.toLowerCase(), sha256(text));
    if (!isRight || !isWhole || !isTimely(timestamp, kit.clock.now())) throw new Refusal("forbidden");
    return new Nonce(nonce, new Date(kit.clock.now() + 2 * callLimits.clockSkew), spend);
  };
}

/** Forgets nonces that no clock skew would let in again. */
export async function purgeNonces(kit: Kit): Promise<void> {
  await sql`delete from spent_nonce where expires_time < ${new Date(kit.clock.now())}`.execute(kit.db);
}
