import type { Author } from "#contract/club/shapes.ts";
import type { Mentionable } from "./use-member-search.ts";
import { clubMessages } from "../messages.ts";

/** Converts a member to a suggestion of the mention field. */
export const toMentionable = ({ id, displayName, avatar, owner }: Author): Mentionable => ({
  id,
  name: displayName,
  avatar,
  note: owner ? clubMessages.owner : "",
});
