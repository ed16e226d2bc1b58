import type { FastifyBaseLogger } from "fastify";
import type { Call } from "#contract/core/call.ts";
import { runWithReplicaReads } from "../../core/read-preference.ts";
import { MAX_MARK_AGE, WRITE_HOLD } from "../../database/replica/replica-limits.ts";
import { isRead, asksForDraft } from "./call-effects.ts";
import type { Caller } from "./caller.ts";

/** A call whose caller is known; `began`: performance.now() from before the caller's session was looked up. */
export type StartedCall = {
  readonly call: Call;
  readonly args: unknown;
  readonly caller: Caller;
  readonly began: number;
};
/** Runs a handler with reads from the database that its caller needs. */
export type RouteReads = <T>(started: StartedCall, handle: () => Promise<T>) => Promise<T>;

/** Marks the person of a session as one who writes. @throws the error of the database */
export type MarkWrite = (token: string) => Promise<void>;

/** Whether the answer of a call may be as old as a replica. */
function mayBeOld({ call, args, caller }: StartedCall): boolean {
  if (!isRead(call) || asksForDraft(args) || caller.staffLink !== null) return false;
  return caller.user === null || (caller.user.msSinceWrite ?? 0) >= WRITE_HOLD;
}

/**
 * Creates the choice between primary and replica for each call. A person who has written reads from the primary for
 * `WRITE_HOLD`, on every machine, since the mark is kept with the session. It is set before the handler of a call that
 * may write, so that no write is acknowledged without one, and renewed once for several writes.
 * @param markWrite null: there is no replica
 */
export function createReadRouting(
  markWrite: MarkWrite | null,
  log: Pick<FastifyBaseLogger, "error">,
): RouteReads {
  if (markWrite === null) return (_started, handle) => handle();
  return async (started, handle) => {
    const { call, caller, began } = started;
    if (mayBeOld(started)) return runWithReplicaReads(handle);
    const { user, token } = caller;
    if (isRead(call) || user === null || token === null) return handle();
    /** Time of the mark by performance.now(), at the latest. */
    let markedAt = began - (user.msSinceWrite ?? Infinity);
    if (performance.now() - markedAt > WRITE_HOLD / 2) {
      markedAt = performance.now();
      await markWrite(token);
    }
    try {
      return await handle();
    } finally {
      // The write is done; without the mark its person may miss it for two seconds.
      if (performance.now() - markedAt > MAX_MARK_AGE)
        await markWrite(token).catch((error: unknown) => log.error({ err: error }, "write not marked"));
    }
  };
}
