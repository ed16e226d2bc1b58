import type { Author } from "#contract/community-shapes.ts";
import type { Named } from "./mention/use-found.ts";
import { words } from "./words.ts";

/** Somebody as the mention field shows them. */
export const namedOf = ({ id, displayName, avatar, owner }: Author): Named => ({
  id,
  name: displayName,
  avatar,
  note: owner ? words.owner : "",
});
