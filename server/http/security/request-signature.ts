import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { activitySignatureText, communitySignatureText } from "#contract/core/headers.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { BatchWriter } from "../../database/batching/batch-writer.ts";
import type { AppContext } from "../../core/app-context.ts";
import { timingSafeEqualText, sha256 } from "../../core/secrets.ts";
import type { RequestContext } from "../pipeline/rpc-router.ts";
import { Nonce } from "./nonce.ts";
import { spendNonceBatch } from "./nonce-store.ts";

const singleHeader = (value: string | string[] | undefined): string =>
  typeof value === "string" ? value : "";

/** Whether the timestamp of a signed call is within 5 min of the server's clock (contract section 3). */
function isTimestampFresh(timestamp: string, now: number): boolean {
  return /^\d{13}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= callLimits.clockSkew;
}

/** Creates a function that spends a nonce and returns whether it was unused. Concurrent calls share one statement. */
function createNonceSpender(context: AppContext): (nonce: Nonce) => Promise<boolean> {
  const writer = new BatchWriter<Nonce, boolean>(async (_key, nonces) => {
    const hashes = nonces.map(({ hash }) => hash);
    // All nonces of a batch expire with its latest one.
    const expires = nonces.at(-1)?.expiresAt ?? new Date(context.clock.now());
    const unused = new Set(await spendNonceBatch(context.db, hashes, expires));
    // The first one of equal nonces in a batch counts as unused.
    return hashes.map((hash) => unused.delete(hash));
  });
  return (nonce) => writer.add("nonce", nonce);
}

type SignatureInput = {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  /** The text that the signature must be of. */
  readonly signedText: string;
};

/** Reads the MA-Activity-* headers; the signed mobile must be that of the arguments, and empty for a call without one. */
function readActivitySignature({ headers }: FastifyRequest, appKey: string, args: unknown): SignatureInput {
  const mobile = singleHeader(headers["ma-activity-mobile"]);
  const timestamp = singleHeader(headers["ma-activity-timestamp"]);
  const nonce = singleHeader(headers["ma-activity-nonce"]);
  if (mobile !== ((args as { mobile?: string }).mobile ?? "")) throw new Refusal("forbidden");
  const signedText = activitySignatureText(appKey, mobile, timestamp, nonce);
  return { timestamp, nonce, signature: singleHeader(headers["ma-activity-signature"]), signedText };
}

/** Reads the X-COP-* headers; the signed token must be the access token of the call (requirement P16). */
function readCommunitySignature({ headers }: FastifyRequest, appKey: string): SignatureInput {
  const timestamp = singleHeader(headers["x-cop-timestamp"]);
  const nonce = singleHeader(headers["x-cop-nonce"]);
  if (
    !timingSafeEqualText(singleHeader(headers["x-cop-accesstoken"]), singleHeader(headers["x-access-token"]))
  )
    throw new Refusal("forbidden");
  const signedText = communitySignatureText(appKey, timestamp, nonce);
  return { timestamp, nonce, signature: singleHeader(headers["x-cop-signature"]), signedText };
}

/**
 * Creates the check of a call's signature headers (contract section 3): time, nonce and hash. It slows scripts down and
 * is no authorisation, since clients contain the key.
 */
export function createSignatureCheck(context: AppContext): RequestContext["checkSignature"] {
  const spend = createNonceSpender(context);
  return (call, request, args) => {
    const { appKey } = context.config;
    const { timestamp, nonce, signature, signedText } =
      call.signature === "community"
        ? readCommunitySignature(request, appKey)
        : readActivitySignature(request, appKey, args);
    const hasNonce = nonce.length >= callLimits.minNonceLength && nonce.length <= callLimits.maxNonceLength;
    const isAuthentic = timingSafeEqualText(signature.toLowerCase(), sha256(signedText));
    if (!isAuthentic || !hasNonce || !isTimestampFresh(timestamp, context.clock.now()))
      throw new Refusal("forbidden");
    return new Nonce(nonce, new Date(context.clock.now() + 2 * callLimits.clockSkew), spend);
  };
}
