import { useEffect, useEffectEvent, useRef, useState } from "react";
import { openCheckIn, type CheckInList, type Guest } from "#contract/check-in/check-in.ts";
import { limits } from "#contract/core/limits.ts";
import { searchKeyword } from "#contract/core/text.ts";
import { send } from "../platform/http/send.ts";
import { useRefetchOnFocus } from "../ui/hooks/use-refetch-on-focus.ts";
import { useDebouncedValue } from "../ui/hooks/use-debounced-value.ts";

const quiet = { isSilent: true } as const;
const replaced = (guests: readonly Guest[], guest: Guest): Guest[] =>
  guests.map((one) => (one.signUpId === guest.signUpId ? guest : one));
const arrivals = ({ checkedInTime }: Guest): number => Number(checkedInTime !== null);

/** Expected guests, reloaded when the page becomes visible because colleagues check in too. */
export function useGuestList(link: string) {
  const loaded = useRefetchOnFocus(() => send(openCheckIn, { link }, quiet));
  const { value: list, setValue: setList, reason, load } = loaded;
  /**
   * Updates a guest after a check-in.
   * @param change of the arrival count if the list does not contain the guest
   */
  const updateGuest = (guest: Guest, change: number) =>
    setList((before) => {
      if (before === null) return null;
      const previous = before.guests.find(({ signUpId }) => signUpId === guest.signUpId);
      const arrived = before.arrived + (previous ? arrivals(guest) - arrivals(previous) : change);
      return { ...before, arrived, guests: replaced(before.guests, guest) };
    });
  return { list, reason, load, updateGuest };
}

/** Result of the server search; `more` is null when all guests were searched. */
export type GuestSearch = {
  readonly guests: readonly Guest[];
  readonly more: (() => void) | null;
  readonly state: "found" | "searching" | "failed";
};
type Page = Omit<GuestSearch, "more"> & { readonly query: string; readonly next: string | null };

/**
 * Searches guests on the server if the list holds only the first of very many.
 * @param text null: the list is complete
 */
export function useGuestSearch(link: string, text: string | null) {
  const query = searchKeyword(text ?? "", limits.maxKeywordLength);
  const settled = useDebouncedValue(query);
  const [page, setPage] = useState<Page>({ query: "", guests: [], next: null, state: "found" });
  // Number of the latest search; answers to earlier ones are ignored.
  const latestSearch = useRef(0);
  const search = async (from: string | null): Promise<void> => {
    const id = ++latestSearch.current;
    const show = (
      state: GuestSearch["state"],
      { guests, nextCursor }: Pick<CheckInList, "guests" | "nextCursor">,
    ) =>
      id === latestSearch.current &&
      // Appends to the current guests, since one may have been checked in during the search.
      setPage((before) => ({
        query: settled,
        guests: [...(from === null ? [] : before.guests), ...guests],
        next: nextCursor,
        state,
      }));
    const nothing = { guests: [], nextCursor: from };
    show("searching", nothing);
    try {
      const args = { link, keyword: settled, ...(from !== null && { cursor: from }) };
      show("found", await send(openCheckIn, args, quiet));
    } catch {
      show("failed", nothing);
    }
  };
  const start = useEffectEvent(() => void search(null));
  useEffect(() => {
    if (settled !== "") start();
  }, [settled]);
  const updateGuest = (guest: Guest) =>
    setPage((before) => ({ ...before, guests: replaced(before.guests, guest) }));
  const isShown = page.query === query;
  const state = isShown ? page.state : "searching";
  const isMore = state === "failed" || (state === "found" && page.next !== null);
  const found: GuestSearch = {
    guests: isShown ? page.guests : [],
    state,
    more: isMore ? () => void search(page.next) : null,
  };
  return { found: query === "" ? null : found, updateGuest };
}
