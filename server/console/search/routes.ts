import { MAX_SEARCH_HITS, searchConsole, type SearchResult } from "#contract/console/search.ts";
import { Refusal } from "#contract/core/errors.ts";
import { requireOperator } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readWanted } from "./rules.ts";
import { searchedKinds, type FoundThing } from "./sources.ts";

/** Registers the search of the console's head (requirement CO34). */
export function registerSearch(calls: OperatorRouter): void {
  calls.on(searchConsole, async ({ text }, caller) => {
    const reader = { calls, operator: requireOperator(caller) };
    const wanted = readWanted(text);
    const groups: SearchResult["groups"] = [];
    // One after the other: a search holds one database connection, as every call of the console.
    for (const { kind, isFor, find } of searchedKinds) {
      if (!isFor(wanted)) continue;
      const hits = await find(reader, wanted).catch(noneIfRefused);
      if (hits.length > 0)
        groups.push({ kind, hits: hits.slice(0, MAX_SEARCH_HITS), hasMore: hits.length > MAX_SEARCH_HITS });
    }
    return { groups };
  });
}

/** Finds nothing where the operator may not search. */
function noneIfRefused(error: unknown): readonly FoundThing[] {
  if (error instanceof Refusal) return [];
  throw error;
}
