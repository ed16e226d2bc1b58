import { listSuggestions } from "#contract/activity/suggestions.ts";
import { limits } from "#contract/core/limits.ts";
import { searchKeyword } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import { toSimplified } from "../../core/simplified.ts";
import type { CallHandler, RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { searchDistricts, shortDistrictName } from "../../location/index.ts";
import { findSuggestions } from "./suggestions-store.ts";

const MAX_DISTRICTS = 3;
/** Longer than that of a list, since a keyword's beginnings are typed by many people. */
const CACHE = { freshMs: 30_000, staleMs: 300_000 } as const;

/** Registers the suggestions while typing. */
export function suggestionRoutes(context: Pick<AppContext, "reads" | "clock">, calls: RpcRouter): void {
  const suggest: CallHandler<typeof listSuggestions> = async ({ keyword, cityCode }) => {
    const word = searchKeyword(keyword, limits.maxKeywordLength);
    if (word === "") return { list: [] };
    const districts = searchDistricts(word, cityCode, MAX_DISTRICTS);
    const found = await findSuggestions(context.reads, {
      // 昆山县 finds addresses in 昆山市.
      words: [...new Set([word, shortDistrictName(toSimplified(word))])],
      cityCode,
      now: new Date(context.clock.now()),
    });
    const places = districts.map(({ code, name, cityName }) => ({
      kind: "district" as const,
      id: code,
      title: name,
      note: cityName,
    }));
    return { list: [...places, ...found] };
  };
  calls.on(listSuggestions, suggest, CACHE);
}
