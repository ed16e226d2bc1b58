import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { nativeAppScript, type AppKind, type NativeScenario } from "../../simulator/hosts/native-app.ts";
import { phone, openVisit, type BrowserVisit } from "./chromium.ts";

export { appKinds, type AppKind, type NativeScenario } from "../../simulator/hosts/native-app.ts";

/** What the simulated app noted: a request ("out") or its answer ("in"). */
export type BridgeLogEntry = {
  readonly direction: "out" | "in";
  readonly name: string;
  readonly result?: string;
  readonly detail?: unknown;
};
type Inside = {
  __marqueHostLog: BridgeLogEntry[];
  __marqueHost: { app: { isLoggedIn: boolean; closed?: number; values: Record<string, string> } };
};

export type AppVisit = BrowserVisit & {
  /** What was said on the page on show, in order. */
  log(): Promise<BridgeLogEntry[]>;
  /** The data of a handler's requests on the page on show. */
  asked(handler: string): Promise<unknown[]>;
  /** What the app remembers. */
  state(): Promise<Inside["__marqueHost"]["app"]>;
};
export type AppScene = {
  readonly native?: NativeScenario;
  /** scenario.location */
  readonly location?: { readonly outcome: string; readonly longitude?: number; readonly latitude?: number };
  readonly options?: BrowserContextOptions;
};

/** Puts the simulated app around every page of a context, from now on. */
export const injectSimulatedApp = (
  page: Page,
  kind: AppKind,
  { native = {}, location }: AppScene = {},
): Promise<unknown> => page.context().addInitScript(nativeAppScript({ kind }, native, location));

/** A new person in the maker's simulated app (simulator/hosts/native-app.js), on a phone. */
export async function openInApp(browser: Browser, kind: AppKind, scene: AppScene = {}): Promise<AppVisit> {
  const visited = await openVisit(browser, scene.options ?? phone);
  const { page } = visited;
  await injectSimulatedApp(page, kind, scene);
  const log = () => page.evaluate(() => (window as unknown as Inside).__marqueHostLog);
  return {
    ...visited,
    log,
    asked: async (handler) =>
      (await log())
        .filter(({ direction, name }) => direction === "out" && name === handler)
        .map(({ detail }) => detail),
    state: () => page.evaluate(() => (window as unknown as Inside).__marqueHost.app),
  };
}
