import { setTimeout } from "node:timers/promises";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { DatabaseUnresponsiveError } from "../../database/connection/outage.ts";
import { lockSignUpTables } from "./readiness-store.ts";

/** Time limit of the check, ms. */
const TIMEOUT = 2_000;
/** Time for which a result answers further requests, ms. */
const KEPT_FOR = 500;

/**
 * Creates the readiness check: within 2 s the tables of a sign-up can be locked for writing, and a write commits, on the
 * standbys too that commits wait for (requirement HA22). A read alone succeeds on a read-only or demoted server, on a
 * full disk, and while a lock stops every sign-up. Requests share a running check, and a result for half a second, so
 * that load balancers cost each process two small transactions a second at most.
 * @param renewProcessNumber writes to the database, and waits for the commit
 * @returns resolves if sign-ups can succeed; rejects with the reason
 */
export function createReadinessCheck(
  db: Database,
  renewProcessNumber: () => Promise<void>,
): () => Promise<void> {
  let running: { readonly began: number; readonly result: Promise<void> } | null = null;
  const check = async (): Promise<void> => {
    try {
      await lockSignUpTables(db);
      await renewProcessNumber();
    } catch (error) {
      // Too much work is no outage: taking this process away would move it to the others.
      if (!(error instanceof Refusal && error.refusal === "busy")) throw error;
    }
  };
  const begin = () => {
    const begun = { began: performance.now(), result: check() };
    running = begun;
    const end = (): void => {
      if (running === begun) running = null;
    };
    // Only a success is kept.
    begun.result
      .then(() => setTimeout(KEPT_FOR - (performance.now() - begun.began), undefined, { ref: false }))
      .then(end, end);
    return begun;
  };
  return async () => {
    const { began, result } = running ?? begin();
    const ended = new AbortController();
    const left = Math.max(0, TIMEOUT - (performance.now() - began));
    const timeout = setTimeout(left, undefined, { ref: false, signal: ended.signal }).then(() => {
      throw new DatabaseUnresponsiveError();
    });
    try {
      await Promise.race([result, timeout]);
    } finally {
      ended.abort();
      timeout.catch(() => undefined);
    }
  };
}
