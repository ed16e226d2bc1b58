import { z } from "zod";
import type { Config } from "../config.ts";
import { signHmac } from "../core/secrets.ts";

/** Application as sent to the reviewer, repeatedly until it is decided. */
export type ReviewRequest = {
  readonly applicationId: string;
  readonly vin: string;
  readonly seriesCode: string;
  readonly mobile: string;
  /** Full URL that shows the licence for ten minutes. */
  readonly pictureUrl: string | null;
  /** ISO 8601, UTC. */
  readonly createdTime: string;
};
const reviewVerdict = z.discriminatedUnion("status", [
  z.object({ status: z.literal("review") }),
  z.object({ status: z.literal("accepted") }),
  z.object({ status: z.literal("declined"), reason: z.string().trim().max(60).optional() }),
]);
export type ReviewVerdict = z.output<typeof reviewVerdict>;
/** Returns the status of an application, or throws. */
export type OwnerReviewer = (application: ReviewRequest) => Promise<ReviewVerdict>;

/** Answer that cannot be read: its status, or what failed. */
class ReviewerFailure extends Error {
  readonly failure: string;
  constructor(failure: string, options?: ErrorOptions) {
    super(`owner reviewer failed: ${failure}`, options);
    this.failure = failure;
  }
}
/** Word for a failure of a request, for operators. */
export function failureOf(error: unknown): string {
  if (error instanceof ReviewerFailure) return error.failure;
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  return error instanceof z.ZodError || error instanceof SyntaxError ? "format" : "network";
}

/** Timeout of a request, ms. */
const RESPONSE_TIMEOUT = 10_000;

/**
 * The maker's system over HTTP: POST of the application as JSON, `Idempotency-Key` its id, and
 * `X-Signature`, base64url HMAC-SHA-256 of the body under the shared secret. It answers
 * `{"status": "review" | "accepted" | "declined", "reason"?}` (docs/owner-review.md).
 */
export const httpReviewer =
  ({ url, secret }: NonNullable<Config["ownerReview"]>): OwnerReviewer =>
  async (application) => {
    const body = JSON.stringify(application);
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "idempotency-key": application.applicationId,
        "x-signature": signHmac(secret, body),
      },
      redirect: "error",
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new ReviewerFailure(String(answer.status));
    }
    return reviewVerdict.parse(await answer.json());
  };
