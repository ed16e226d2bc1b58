import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { nativeAppScript, type AppKind, type NativeScenario } from "../../simulator/hosts/native-app.ts";
import { phone, openVisit, type BrowserVisit } from "./chromium.ts";

export { appKinds, type AppKind, type NativeScenario } from "../../simulator/hosts/native-app.ts";

/** Log entry of the simulated app: a request ("out") or its answer ("in"). */
type BridgeLogEntry = {
  readonly direction: "out" | "in";
  readonly name: string;
  readonly result?: string;
  readonly detail?: unknown;
};
type SimulatedAppWindow = {
  __marqueHostLog: BridgeLogEntry[];
  __marqueHost: { app: { isLoggedIn: boolean; closed?: number; values: Record<string, string> } };
};

export type AppVisit = BrowserVisit & {
  /** Log of the current page, in order. */
  log(): Promise<BridgeLogEntry[]>;
  /** Data of all requests to a handler on the current page. */
  requestsTo(handler: string): Promise<unknown[]>;
  /** Persistent state of the app. */
  state(): Promise<SimulatedAppWindow["__marqueHost"]["app"]>;
};
export type AppScene = {
  readonly native?: NativeScenario;
  /** Simulated geolocation (`scenario.location`). */
  readonly location?: { readonly outcome: string; readonly longitude?: number; readonly latitude?: number };
  readonly options?: BrowserContextOptions;
};

/** Adds the simulated app to all later pages of the context. */
const injectSimulatedApp = (
  page: Page,
  kind: AppKind,
  { native = {}, location }: AppScene = {},
): Promise<unknown> => page.context().addInitScript(nativeAppScript({ kind }, native, location));

/** Opens the maker's simulated app on a phone as a new person (simulator/hosts/native-app.js). */
export async function openInApp(browser: Browser, kind: AppKind, scene: AppScene = {}): Promise<AppVisit> {
  const visited = await openVisit(browser, scene.options ?? phone);
  const { page } = visited;
  await injectSimulatedApp(page, kind, scene);
  const log = () => page.evaluate(() => (window as unknown as SimulatedAppWindow).__marqueHostLog);
  return {
    ...visited,
    log,
    requestsTo: async (handler) =>
      (await log())
        .filter(({ direction, name }) => direction === "out" && name === handler)
        .map(({ detail }) => detail),
    state: () => page.evaluate(() => (window as unknown as SimulatedAppWindow).__marqueHost.app),
  };
}
