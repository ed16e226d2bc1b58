import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Database that the reads of one call go to. It turns to the primary with the first statement that needs it, so that no later
 * statement of the call sees an older state.
 */
export type ReadPreference = { isReplicaAllowed: boolean };
const storage = new AsyncLocalStorage<ReadPreference>();

/** The preference of the call that the current code works for; null: everything is read from the primary. */
export const currentReadPreference = (): ReadPreference | null => storage.getStore() ?? null;

/** Runs a function whose reads may be up to `MAX_REPLICA_LAG` old. */
export const runWithReplicaReads = <T>(run: () => T): T => storage.run({ isReplicaAllowed: true }, run);
