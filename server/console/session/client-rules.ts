import { networkPrefix } from "../../http/network/ip-network.ts";

const browsers: readonly (readonly [string, RegExp])[] = [
  ["Edge", /\bEdg\//],
  ["Firefox", /\bFirefox\//],
  ["Chrome", /\bChrome\//],
  ["Safari", /\bSafari\//],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ["HarmonyOS", /HarmonyOS|OpenHarmony/i],
  ["Android", /Android/i],
  ["iOS", /iPhone|iPad/i],
  ["Windows", /Windows/i],
  ["macOS", /Macintosh/i],
  ["Linux", /Linux/i],
];
const nameIn = (list: typeof browsers, userAgent: string): string | null =>
  list.find(([, marker]) => marker.test(userAgent))?.[0] ?? null;

/** Browser and network of a login, coarse enough to name no person: `Chrome · Windows`, and the address or its /64. */
export const describeClient = (caller: {
  readonly userAgent: string;
  readonly address: string;
}): { browser: string; network: string } => ({
  browser:
    [nameIn(browsers, caller.userAgent), nameIn(systems, caller.userAgent)].filter(Boolean).join(" · ") ||
    "-",
  network: networkPrefix(caller.address),
});
