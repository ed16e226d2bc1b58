import type { systems } from "#contract/own-sessions.ts";
import type { ClientName } from "#contract/hosts.ts";

export type System = (typeof systems)[number];
/** What a session is opened with, as far as it is kept. */
export type Opened = {
  readonly client: ClientName;
  readonly system: System;
  /** GB/T 2260; null: not known. */
  readonly cityCode: string | null;
};

const markers: readonly (readonly [System, RegExp])[] = [
  // Before Android: HarmonyOS's browsers name both.
  ["harmony", /HarmonyOS|OpenHarmony/i],
  ["android", /Android/i],
  ["ios", /iPhone|iPad|iPod/i],
  ["windows", /Windows/i],
  ["mac", /Macintosh/i],
];
/** The system that a user agent names. */
export const systemOf = (userAgent: string): System =>
  markers.find(([, marker]) => marker.test(userAgent))?.[0] ?? "other";
