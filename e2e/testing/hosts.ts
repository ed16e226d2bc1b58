import type { Browser } from "playwright-core";
import { demoBrand } from "#contract/core/demo-brand.ts";
import {
  hostScriptText,
  simulatedHosts,
  userAgentOf,
  type HostKind,
  type HostScenario,
} from "../../simulator/hosts/hosts.ts";
import { phone, openVisit, type BrowserVisit } from "./chromium.ts";

export { hostKinds, type HostKind, type HostScenario } from "../../simulator/hosts/hosts.ts";

/** One line of what a simulated host saw and said (simulator/hosts/page.js). */
export type HostEntry = {
  readonly type: "bridge" | "call" | "page" | "event" | "place" | "error";
  readonly name: string;
  readonly direction: "out" | "in";
  readonly result?: string;
  readonly isFailed?: boolean;
  readonly detail?: unknown;
};

export type HostVisit = BrowserVisit & {
  /** What the host of the document on show has seen so far. */
  log(): Promise<HostEntry[]>;
};

/**
 * A browser that is this host: its user agent, its window, and the very scripts that the lab
 * injects, with the same scenarios. Own storage, nobody logged in.
 * @param withWorker the product's service worker too, where such a host has any
 */
export async function openHost(
  browser: Browser,
  kind: HostKind,
  scenario: HostScenario = {},
  withWorker = false,
): Promise<HostVisit> {
  const { viewport, isMobile, hasWorkers } = simulatedHosts[kind];
  const { appMarker, bridgeKey, miniProgramLoginPage } = demoBrand;
  const made = await openVisit(browser, {
    ...phone,
    viewport,
    isMobile,
    hasTouch: isMobile,
    deviceScaleFactor: 1,
    serviceWorkers: withWorker && hasWorkers ? "allow" : "block",
    userAgent: userAgentOf(kind, appMarker, scenario.native?.version),
  });
  const facts = { kind, scenario, brand: { appMarker, bridgeKey, miniProgramLoginPage } };
  await made.context.addInitScript({
    content: `window.__marqueHost = ${JSON.stringify(facts)};\n${hostScriptText(kind)}`,
  });
  const log = (): Promise<HostEntry[]> =>
    made.page.evaluate(() => (window as Window & { __marqueHostLog?: HostEntry[] }).__marqueHostLog ?? []);
  return { ...made, log };
}
