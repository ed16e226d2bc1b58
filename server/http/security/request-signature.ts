import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import { activitySignatureText, communitySignatureText } from "#contract/core/headers.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { BatchWriter } from "../../database/batching/batch-writer.ts";
import { asyncCommit, prepared, acceptedIdsOrNull } from "../../database/statements/prepared-statements.ts";
import type { AppContext } from "../../core/app-context.ts";
import { timingSafeEqualText, sha256 } from "../../core/secrets.ts";
import type { RequestContext } from "../pipeline/rpc-router.ts";
import { Nonce, spendNonces } from "./nonce-store.ts";

const singleHeader = (value: string | string[] | undefined): string =>
  typeof value === "string" ? value : "";

/** Judges the clock part of a signed call: within 5 min of ours (contract section 3). */
export function isTimestampFresh(timestamp: string, now: number): boolean {
  return /^\d{13}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= callLimits.clockSkew;
}

/** Spends nonces: true for each that had not been used. Many at once share one statement. */
function createNonceSpender(context: AppContext): (nonce: Nonce) => Promise<boolean> {
  const writer = new BatchWriter<Nonce, boolean>(async (_key, spent) => {
    const nonces = spent.map(({ hash }) => hash);
    // The latest of the batch is everybody's.
    const expires = spent.at(-1)?.expires ?? new Date(context.clock.now());
    const { rows } = await sql<{ through: string[] | null }>`
      with later as materialized (${asyncCommit}),
      input as (select distinct n as nonce_hash from later, unnest(${nonces}::text[]) as n),
      fresh as (${spendNonces(sql`input`, expires)})
      select ${acceptedIdsOrNull("nonce_hash", nonces.length)} as through from fresh ${prepared}`.execute(
      context.db,
    );
    const fresh = new Set(rows[0]?.through ?? nonces);
    // Of two equal ones in a batch the first has it.
    return nonces.map((nonce) => fresh.delete(nonce));
  });
  return (nonce) => writer.add("nonce", nonce);
}

type SignatureInput = {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  /** What the signature should be of. */
  readonly text: string;
};

/** MA-Activity-*: the signed mobile must be the one among the arguments. */
function readActivitySignature({ headers }: FastifyRequest, appKey: string, args: unknown): SignatureInput {
  const mobile = singleHeader(headers["ma-activity-mobile"]);
  const timestamp = singleHeader(headers["ma-activity-timestamp"]);
  const nonce = singleHeader(headers["ma-activity-nonce"]);
  if (mobile !== (args as { mobile: string }).mobile) throw new Refusal("forbidden");
  const text = activitySignatureText(appKey, mobile, timestamp, nonce);
  return { timestamp, nonce, signature: singleHeader(headers["ma-activity-signature"]), text };
}

/** X-COP-*: the token it carries must be the one that the call is made with (requirement P16). */
function readCommunitySignature({ headers }: FastifyRequest, appKey: string): SignatureInput {
  const timestamp = singleHeader(headers["x-cop-timestamp"]);
  const nonce = singleHeader(headers["x-cop-nonce"]);
  if (
    !timingSafeEqualText(singleHeader(headers["x-cop-accesstoken"]), singleHeader(headers["x-access-token"]))
  )
    throw new Refusal("forbidden");
  const text = communitySignatureText(appKey, timestamp, nonce);
  return { timestamp, nonce, signature: singleHeader(headers["x-cop-signature"]), text };
}

/**
 * Checks the signing headers of a call (contract section 3): time, nonce, hash. Friction against
 * scripts, never authorisation.
 */
export function createSignatureCheck(context: AppContext): RequestContext["checkSignature"] {
  const spend = createNonceSpender(context);
  return (call, request, args) => {
    const { appKey } = context.config;
    const { timestamp, nonce, signature, text } =
      call.signature === "community"
        ? readCommunitySignature(request, appKey)
        : readActivitySignature(request, appKey, args);
    const isWhole = nonce.length >= callLimits.nonceLeast && nonce.length <= callLimits.nonceMost;
    const isRight = timingSafeEqualText(signature.toLowerCase(), sha256(text));
    if (!isRight || !isWhole || !isTimestampFresh(timestamp, context.clock.now()))
      throw new Refusal("forbidden");
    return new Nonce(nonce, new Date(context.clock.now() + 2 * callLimits.clockSkew), spend);
  };
}

/** Forgets nonces that no clock skew would let in again. */
export async function purgeNonces(context: AppContext): Promise<void> {
  await sql`delete from spent_nonce where expires_time < ${new Date(context.clock.now())}`.execute(
    context.db,
  );
}
