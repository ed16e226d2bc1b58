import type { deviceSystems } from "#contract/session/active-sessions.ts";
import type { ClientName } from "#contract/host/hosts.ts";

export type DeviceSystem = (typeof deviceSystems)[number];
/** What a session is opened with, as far as it is kept. */
export type SessionClient = {
  readonly client: ClientName;
  readonly system: DeviceSystem;
  /** GB/T 2260; null: not known. */
  readonly cityCode: string | null;
};

const markers: readonly (readonly [DeviceSystem, RegExp])[] = [
  // Before Android: HarmonyOS's browsers name both.
  ["harmony", /HarmonyOS|OpenHarmony/i],
  ["android", /Android/i],
  ["ios", /iPhone|iPad|iPod/i],
  ["windows", /Windows/i],
  ["mac", /Macintosh/i],
];
/** The system that a user agent names. */
export const systemOf = (userAgent: string): DeviceSystem =>
  markers.find(([, marker]) => marker.test(userAgent))?.[0] ?? "other";
