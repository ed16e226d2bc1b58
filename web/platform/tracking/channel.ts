import { channelNames } from "#contract/core/channel-names.ts";
import type { Channel } from "#contract/core/fields.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

/** As the contract allows it; a longer value would cost somebody their sign-up. */
const MOST = 200;
const KEY = sessionKey("channel");

/** What of a query belongs to the channel; the first of repeated parameters, cut to what the contract takes. */
export function parseChannel(search: string): Channel {
  const parameters = new URLSearchParams(search);
  const found = channelNames.flatMap((name) => {
    const value = parameters.get(name);
    return value === null || value === "" ? [] : [[name, value.slice(0, MOST)] as const];
  });
  return Object.fromEntries(found);
}

/**
 * Keeps what a landing address carried, for this visit and through every login redirect
 * (requirements C23–C28). A landing that carries nothing changes nothing; one that does replaces
 * all of it, so that two campaigns are never mixed.
 */
export function saveChannel(search: string): void {
  const found = parseChannel(search);
  if (Object.keys(found).length > 0) safeSessionStorage.set(KEY, JSON.stringify(found));
}

/** What the landing address of this visit carried, for sign-ups, leads and events. */
export function currentChannel(): Channel {
  try {
    const kept = JSON.parse(safeSessionStorage.get(KEY) ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(
      channelNames.flatMap((name) => {
        const value = kept[name];
        return typeof value === "string" ? [[name, value.slice(0, MOST)] as const] : [];
      }),
    );
  } catch {
    return {};
  }
}
