import type { Author } from "#contract/club/shapes.ts";
import type { Mentionable } from "./use-member-search.ts";
import { clubMessages } from "../messages.ts";

/** Somebody as the mention field shows them. */
export const toMentionable = ({ id, displayName, avatar, owner }: Author): Mentionable => ({
  id,
  name: displayName,
  avatar,
  note: owner ? clubMessages.owner : "",
});
