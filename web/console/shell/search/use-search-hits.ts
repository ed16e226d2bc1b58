import { use } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { searchConsole, searchKinds } from "#contract/console/search.ts";
import { sendOperatorCall } from "../../../platform/console/operator-calls.ts";
import { useDebouncedValue } from "../../../ui/hooks/use-debounced-value.ts";
import { toHit } from "./found-things.ts";
import { shellMessages } from "../messages.ts";
import { SearchSources, type SearchHit } from "./search-source.ts";
import { useSession } from "../session-context.tsx";
import { useNavigationItems } from "../shown-items.ts";

export type HitGroup = {
  readonly label: string;
  readonly hits: readonly SearchHit[];
  /** There are more than are shown. */
  readonly hasMore?: boolean;
};
type SearchHits = {
  readonly groups: readonly HitGroup[];
  readonly isSearching: boolean;
  /** The server did not answer; pages and acts are found all the same. */
  readonly isFailed: boolean;
};

/** Pages whose name, or whose area's name, contains the text. */
function usePageHits(text: string): SearchHit[] {
  const items = useNavigationItems();
  return items.flatMap(({ label: area, pages }) =>
    pages
      .filter(({ label }) => text === "" || `${area} ${label}`.includes(text))
      .map(({ path, label }) => ({ key: path, label, to: path, hint: area === label ? "" : area })),
  );
}
/** Acts whose name contains the text, for operators with their right (requirement CO13). */
function useActHits(text: string): SearchHit[] {
  const { may } = useSession();
  return use(SearchSources)
    .filter(({ right, least, label }) => may(right, least) && label.includes(text))
    .map(({ label, to }) => ({ key: to, label, to, hint: "" }));
}

/** Things and people that the server finds for the operator, then acts and pages. */
export function useSearchHits(text: string): SearchHits {
  const settled = useDebouncedValue(text);
  const acts = useActHits(text);
  const pages = usePageHits(text);
  const { data, isFetching, isError } = useQuery({
    queryKey: [searchConsole.name, settled],
    queryFn: () => sendOperatorCall(searchConsole, { text: settled }),
    enabled: settled !== "",
    // Hits of the text before stay until those of the new one are there; texts that were looked for are not kept.
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const found = text === "" ? [] : (data?.groups ?? []);
  const groups: HitGroup[] = [
    ...found.map(({ kind, hits, hasMore }) => ({
      label: searchKinds[kind],
      hits: hits.map((hit) => toHit(kind, hit, settled)),
      hasMore,
    })),
    { label: shellMessages.acts, hits: acts },
    { label: shellMessages.pages, hits: pages },
  ];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isSearching: text !== "" && (settled !== text || isFetching),
    isFailed: text !== "" && isError,
  };
}
