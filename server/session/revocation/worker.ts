import type { AppContext } from "../../core/app-context.ts";
import type { OidcClient } from "../login/oidc-client.ts";
import { delayRevocation, endRevocation, leaseRevocations, type LeasedRevocation } from "./store.ts";

const SECOND = 1_000;
/** Time for which a process works alone on some tokens: longer than their requests, ms. */
const LEASE = 120 * SECOND;
const MOST = 10;
/** Delay of the next attempt: 5 s, 10 s … 10 min. */
const delayAfter = (tries: number): number =>
  Math.min(5 * SECOND * 2 ** Math.min(tries - 1, 7), 600 * SECOND);

/**
 * Revokes tokens of ended sessions at the external identity provider (RFC 7009), in the background: a logout does not wait
 * for it. Any process does it, until the provider has answered.
 */
export function revocationWorker(
  { db, clock, log }: AppContext,
  provider: Pick<OidcClient, "revoke">,
): () => Promise<void> {
  async function revoke(leased: LeasedRevocation): Promise<void> {
    const { tries, until_time } = leased;
    const result = await provider.revoke(leased.provider_token);
    if (result.state === "refused") log.warn({ reason: result.reason }, "token revocation refused");
    if (result.state !== "silent") return endRevocation(db, leased);
    const due = new Date(clock.now() + delayAfter(tries));
    if (due >= until_time) {
      log.error({ tries }, "token revocation given up");
      return endRevocation(db, leased);
    }
    log.warn({ tries, reason: result.reason }, "token revocation failed, retrying");
    return delayRevocation(db, leased, due);
  }
  return async () => {
    for (let isMore = true; isMore;) {
      const now = clock.now();
      const range = { now: new Date(now), until: new Date(now + LEASE), most: MOST };
      const due = await leaseRevocations(db, range);
      for (const leased of due) await revoke(leased);
      isMore = due.length === MOST;
    }
  };
}
