import { use } from "react";
import { useQueries } from "@tanstack/react-query";
import { useDebouncedValue } from "../../ui/hooks/use-debounced-value.ts";
import { shellMessages } from "./messages.ts";
import { SearchSources, type SearchHit } from "./search-source.ts";
import { useSession } from "./session-context.tsx";
import { useNavigationItems } from "./shown-items.ts";

export type HitGroup = { readonly label: string; readonly hits: readonly SearchHit[] };

/** Pages whose name, or whose area's name, contains the text. */
function usePageHits(text: string): SearchHit[] {
  const items = useNavigationItems();
  return items.flatMap(({ label: area, pages }) =>
    pages
      .filter(({ label }) => text === "" || `${area} ${label}`.includes(text))
      .map(({ path, label }) => ({ key: path, label, to: path, hint: area === label ? "" : area })),
  );
}

/** Hits of the pages and of every source whose right the operator has (requirement CO13). */
export function useSearchHits(text: string): { groups: HitGroup[]; isSearching: boolean } {
  const { may } = useSession();
  const pages = usePageHits(text);
  const settled = useDebouncedValue(text);
  const sources = use(SearchSources).filter(({ right, least }) => may(right, least));
  const found = useQueries({
    queries: sources.map(({ label, find }) => ({
      queryKey: ["search", label, settled],
      queryFn: () => find(settled),
      enabled: settled !== "",
      // Texts that were looked for are not kept.
      gcTime: 0,
    })),
  });
  const groups = [
    { label: shellMessages.pages, hits: pages },
    ...sources.map(({ label }, at) => ({ label, hits: (text !== "" && found[at]?.data) || [] })),
  ];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isSearching: text !== "" && (settled !== text || found.some(({ isLoading }) => isLoading)),
  };
}
