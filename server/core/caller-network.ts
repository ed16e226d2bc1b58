import { AsyncLocalStorage } from "node:async_hooks";
import type { TraceContext } from "./trace-context.ts";

/** A network alone, or together with a trace; few requests have one, and the others need no object. */
type Stored = string | null | { readonly network: string | null; readonly trace: TraceContext };
const storage = new AsyncLocalStorage<Stored>();

/**
 * The network (ip-network.ts) of the request that the current code works for. null: the product's own work, work that
 * several callers share, or a caller without limits.
 */
export function currentNetwork(): string | null {
  const stored = storage.getStore() ?? null;
  return typeof stored === "object" && stored !== null ? stored.network : stored;
}

/** The trace of the request that the current code works for; null: it has none. */
export function currentTrace(): TraceContext | null {
  const stored = storage.getStore();
  return typeof stored === "object" && stored !== null ? stored.trace : null;
}

/** Runs a function for a caller of this network. @param trace of the request */
export const runForNetwork = <T>(
  network: string | null,
  run: () => T,
  trace: TraceContext | null = null,
): T => storage.run(trace === null ? network : { network, trace }, run);

/**
 * Runs a function whose result several callers share, so that it never waits for the turn of one of their networks.
 * @param trace of one of them
 */
export const runForEverybody = <T>(run: () => T, trace: TraceContext | null = null): T =>
  runForNetwork(null, run, trace);
