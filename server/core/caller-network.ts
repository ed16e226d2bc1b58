import { AsyncLocalStorage } from "node:async_hooks";

const storage = new AsyncLocalStorage<string | null>();

/**
 * The network (ip-network.ts) of the request that the current code works for. null: the product's own work, work that
 * several callers share, or a caller without limits.
 */
export const currentNetwork = (): string | null => storage.getStore() ?? null;

/** Runs a function for a caller of this network. */
export const runForNetwork = <T>(network: string | null, run: () => T): T => storage.run(network, run);

/** Runs a function whose result several callers share, so that it never waits for the turn of one of their networks. */
export const runForEverybody = <T>(run: () => T): T => storage.run(null, run);
