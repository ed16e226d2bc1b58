import { cutCharacters } from "#contract/core/characters.ts";
import { channelNames } from "#contract/core/channel-names.ts";
import type { Channel } from "#contract/core/fields.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

/** Length limit of the contract, characters; a longer value would fail the sign-up. */
const MAX_LENGTH = 200;
const KEY = sessionKey("channel");

/** The channel parameters of a query: the first of repeated ones, cut to the contract's length. */
export function parseChannel(search: string): Channel {
  const parameters = new URLSearchParams(search);
  const found = channelNames.flatMap((name) => {
    const value = parameters.get(name);
    return value === null || value === "" ? [] : [[name, cutCharacters(value, MAX_LENGTH)] as const];
  });
  return Object.fromEntries(found);
}

/**
 * Stores the channel of a landing address for this visit, through every login redirect (requirements
 * C23–C28). An address without channel parameters changes nothing; otherwise all values are replaced, so that
 * two campaigns are never mixed.
 */
export function saveChannel(search: string): void {
  const found = parseChannel(search);
  if (Object.keys(found).length > 0) safeSessionStorage.set(KEY, JSON.stringify(found));
}

/** The channel of this visit, for sign-ups, leads and events. */
export function currentChannel(): Channel {
  try {
    const stored = JSON.parse(safeSessionStorage.get(KEY) ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(
      channelNames.flatMap((name) => {
        const value = stored[name];
        return typeof value === "string" ? [[name, cutCharacters(value, MAX_LENGTH)] as const] : [];
      }),
    );
  } catch {
    return {};
  }
}
