import type { deviceSystems } from "#contract/session/active-sessions.ts";
import type { ClientName } from "#contract/host/hosts.ts";

export type DeviceSystem = (typeof deviceSystems)[number];
/** Client that opened a session, as far as it is stored. */
export type SessionClient = {
  readonly client: ClientName;
  readonly system: DeviceSystem;
  /** GB/T 2260 code; null: unknown. */
  readonly cityCode: string | null;
};

const markers: readonly (readonly [DeviceSystem, RegExp])[] = [
  // Checked before Android, since browsers on HarmonyOS contain both names.
  ["harmony", /HarmonyOS|OpenHarmony/i],
  ["android", /Android/i],
  ["ios", /iPhone|iPad|iPod/i],
  ["windows", /Windows/i],
  ["mac", /Macintosh/i],
];
/** Operating system of a user agent. */
export const systemOf = (userAgent: string): DeviceSystem =>
  markers.find(([, marker]) => marker.test(userAgent))?.[0] ?? "other";
