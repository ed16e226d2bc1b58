import { useEffect, useState } from "react";

/** Somebody who can be named. */
export type Mentionable = {
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly note: string;
};
/** Who fits what was typed, by name or pinyin; "" asks for those most likely meant. @throws Refusal */
export type FindMembers = (query: string) => Promise<readonly Mentionable[]>;
export type MemberSearch = {
  readonly members: readonly Mentionable[];
  readonly state: "idle" | "looking" | "found" | "failed";
};

/** Typing goes on: asked is when it has paused, ms. */
const PAUSE = 150;
const nobody: MemberSearch = { members: [], state: "idle" };

/** Looks for whoever is being named; null: nobody is. An answer that comes late changes nothing. */
export function useMemberSearch(query: string | null, find: FindMembers): MemberSearch {
  const [found, setFound] = useState<MemberSearch & { of: string | null }>({ ...nobody, of: null });
  useEffect(() => {
    if (query === null) return;
    let isCurrent = true;
    const timer = setTimeout(
      () =>
        void find(query).then(
          (members) => isCurrent && setFound({ members, state: "found", of: query }),
          () => isCurrent && setFound({ members: [], state: "failed", of: query }),
        ),
      PAUSE,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, find]);
  if (query === null) return nobody;
  // Those found for what was typed before stay until others are there, so that the list does not jump.
  return found.of === query ? found : { members: found.members, state: "looking" };
}
