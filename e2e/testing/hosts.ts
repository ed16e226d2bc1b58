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

/** A log entry of a simulated host (simulator/hosts/page.js). */
export type HostEntry = {
  readonly type: "bridge" | "call" | "page" | "event" | "place" | "error";
  readonly name: string;
  readonly direction: "out" | "in";
  readonly result?: string;
  readonly isFailed?: boolean;
  readonly detail?: unknown;
};

export type HostVisit = BrowserVisit & {
  /** Log of the host since the current document was loaded. */
  log(): Promise<HostEntry[]>;
};

/**
 * Opens a browser that simulates this host: its user agent, its viewport, and the scripts that the lab
 * injects, with the same scenarios. Empty storage, not logged in.
 * @param withWorker enables the product's service worker in hosts that support one
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
