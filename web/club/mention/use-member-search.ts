import { useEffect, useState } from "react";

/** Member who can be mentioned. */
export type Mentionable = {
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly note: string;
};
/** Finds members by name or pinyin; "" returns suggestions. @throws Refusal */
export type FindMembers = (query: string) => Promise<readonly Mentionable[]>;
export type MemberSearch = {
  readonly members: readonly Mentionable[];
  readonly state: "idle" | "searching" | "found" | "failed";
};

/** Debounce of typing, ms. */
const DEBOUNCE = 150;
const idle: MemberSearch = { members: [], state: "idle" };

/** Searches members for the query; null: no mention is being typed. An outdated response is ignored. */
export function useMemberSearch(query: string | null, find: FindMembers): MemberSearch {
  const [found, setFound] = useState<MemberSearch & { query: string | null }>({ ...idle, query: null });
  useEffect(() => {
    if (query === null) return;
    let isCurrent = true;
    const timer = setTimeout(
      () =>
        void find(query).then(
          (members) => isCurrent && setFound({ members, state: "found", query }),
          () => isCurrent && setFound({ members: [], state: "failed", query }),
        ),
      DEBOUNCE,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, find]);
  if (query === null) return idle;
  // The previous members stay until the new ones arrive, so that the list does not jump.
  return found.query === query ? found : { members: found.members, state: "searching" };
}
