import { useEffect, useEffectEvent, useRef, useState } from "react";
import { openCheckIn, type CheckInList, type Guest } from "#contract/check-in/check-in.ts";
import { send } from "../platform/http/send.ts";
import { useRefetchOnFocus } from "../ui/hooks/use-refetch-on-focus.ts";
import { useDebouncedValue } from "../ui/hooks/use-debounced-value.ts";

const quiet = { isSilent: true } as const;
const replaced = (guests: readonly Guest[], guest: Guest): Guest[] =>
  guests.map((one) => (one.signUpId === guest.signUpId ? guest : one));
const hasCome = ({ checkedInTime }: Guest): number => Number(checkedInTime !== null);

/** Expected guests, reloaded when the page becomes visible because colleagues check in too. */
export function useGuestList(link: string) {
  const renewed = useRefetchOnFocus(() => send(openCheckIn, { link }, quiet));
  const { value: list, setValue: setList, reason, load } = renewed;
  /**
   * Updates a guest after a check-in.
   * @param more change of the arrival count if the list does not contain the guest
   */
  const put = (guest: Guest, more: number) =>
    setList((before) => {
      if (before === null) return null;
      const old = before.guests.find(({ signUpId }) => signUpId === guest.signUpId);
      const arrived = before.arrived + (old ? hasCome(guest) - hasCome(old) : more);
      return { ...before, arrived, guests: replaced(before.guests, guest) };
    });
  return { list, reason, load, put };
}

/** Result of the server search; `more` is null when all guests were searched. */
export type GuestSearch = {
  readonly guests: readonly Guest[];
  readonly more: (() => void) | null;
  readonly state: "found" | "looking" | "failed";
};
type Page = Omit<GuestSearch, "more"> & { readonly wanted: string; readonly next: string | null };

/**
 * Searches guests on the server if the list holds only the first of very many.
 * @param text null: the list is complete
 */
export function useGuestSearch(link: string, text: string | null) {
  const wanted = (text ?? "").trim();
  const settled = useDebouncedValue(wanted);
  const [page, setPage] = useState<Page>({ wanted: "", guests: [], next: null, state: "found" });
  // Number of the latest search; answers to earlier ones are ignored.
  const turn = useRef(0);
  const look = async (from: string | null): Promise<void> => {
    const own = ++turn.current;
    const show = (
      state: GuestSearch["state"],
      { guests, nextCursor }: Pick<CheckInList, "guests" | "nextCursor">,
    ) =>
      own === turn.current &&
      // Appends to the current guests, since one may have been checked in during the search.
      setPage((before) => ({
        wanted: settled,
        guests: [...(from === null ? [] : before.guests), ...guests],
        next: nextCursor,
        state,
      }));
    const nothing = { guests: [], nextCursor: from };
    show("looking", nothing);
    try {
      const wish = { link, keyword: settled, ...(from !== null && { cursor: from }) };
      show("found", await send(openCheckIn, wish, quiet));
    } catch {
      show("failed", nothing);
    }
  };
  const begin = useEffectEvent(() => void look(null));
  useEffect(() => {
    if (settled !== "") begin();
  }, [settled]);
  const put = (guest: Guest) => setPage((before) => ({ ...before, guests: replaced(before.guests, guest) }));
  const isShown = page.wanted === wanted;
  const state = isShown ? page.state : "looking";
  const isMore = state === "failed" || (state === "found" && page.next !== null);
  const found: GuestSearch = {
    guests: isShown ? page.guests : [],
    state,
    more: isMore ? () => void look(page.next) : null,
  };
  return { found: wanted === "" ? null : found, put };
}
