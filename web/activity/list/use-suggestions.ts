import { useEffect, useState } from "react";
import type { Suggestion } from "#contract/activity/suggestions.ts";
import { listSuggestions } from "#contract/activity/suggestions.ts";
import { cutCharacters } from "#contract/core/characters.ts";
import { limits } from "#contract/core/limits.ts";
import { currentViewpoint } from "../../platform/location/city.ts";
import { send } from "../../platform/http/send.ts";
import { isServerUnreachable } from "../../platform/http/network-errors.ts";

/** Delay after the last key, ms. */
const DELAY = 200;
const MAX_ANSWERS = 50;
/** Answers of this visit by city and text: a deleted letter needs no call. */
const answers = new Map<string, readonly Suggestion[]>();

export type Suggestions = {
  /** null: none were loaded. */
  readonly list: readonly Suggestion[] | null;
  readonly isOffline: boolean;
};
const nothing: Suggestions = { list: null, isOffline: false };

/** Suggestions for the text once it has not changed for a moment; an outdated answer is dropped. */
export function useSuggestions(text: string): Suggestions {
  const [found, setFound] = useState<Suggestions>(nothing);
  const keyword = cutCharacters(text.trim(), limits.maxKeywordLength);
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const { cityCode } = currentViewpoint();
      const key = `${cityCode} ${keyword}`;
      try {
        const list =
          answers.get(key) ?? (await send(listSuggestions, { keyword, cityCode }, { isSilent: true })).list;
        if (answers.size >= MAX_ANSWERS) answers.clear();
        answers.set(key, list);
        if (isCurrent) setFound({ list, isOffline: false });
      } catch (error) {
        // A search works without suggestions.
        if (isCurrent) setFound({ list: null, isOffline: isServerUnreachable(error) });
      }
    };
    const timer = setTimeout(
      () => (keyword === "" ? setFound(nothing) : void load()),
      keyword === "" ? 0 : DELAY,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [keyword]);
  return found;
}
