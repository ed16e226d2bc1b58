import { QueryClient } from "@tanstack/react-query";
import { Refusal } from "#contract/core/errors.ts";

/** Refusals that may go by themselves; others are shown at once. */
const PASSING: ReadonlySet<string> = new Set(["busy", "unreachable", "timeout"]);
/** Time for which rows count as fresh, ms. */
const FRESH = 15_000;

/** Cache of the console's reads. A write invalidates what it changes by the call's name. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        // Without a network the cached rows stay, and the query is repeated when it is back.
        networkMode: "offlineFirst",
        retry: (count, error) => count < 2 && error instanceof Refusal && PASSING.has(error.refusal),
      },
      mutations: { networkMode: "always" },
    },
  });
