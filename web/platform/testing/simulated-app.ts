import app from "../../../simulator/hosts/native-app.js?raw";
import screens from "../../../simulator/hosts/native-screens.js?raw";
import { setSite } from "../environment/site.ts";
import { siteForTests } from "./test-site.ts";
import { resetNativePort } from "../bridge/native-port.ts";

/** A request to the simulated app, or its answer, as the app logged it. */
type LoggedBridgeCall = {
  readonly direction: "out" | "in";
  readonly name: string;
  readonly result?: string;
  readonly detail?: unknown;
  readonly callbackId?: string;
};
export type SimulatedApp = {
  /** Requests and answers, in order. */
  readonly log: readonly LoggedBridgeCall[];
  /** Data of all requests to a handler. */
  requestsTo(handler: string): unknown[];
  /** State of the simulated app. */
  readonly state: {
    isLoggedIn: boolean;
    values: Record<string, string>;
    closed?: number;
  };
};
export const simulatedAppKinds = ["app-android", "app-ios"] as const;
export type SimulatedAppKind = (typeof simulatedAppKinds)[number];

type Host = { app: SimulatedApp["state"]; screens: unknown };
type Page = Window & { __marqueHost?: object; __marqueHostLog?: LoggedBridgeCall[] };
const page = window as unknown as Page & Record<string, unknown>;
const own = { userAgent: Object.getOwnPropertyDescriptor(Navigator.prototype, "userAgent") };
const run = (text: string): void => {
  const script = document.createElement("script");
  script.textContent = text;
  document.head.append(script);
  script.remove();
};

/**
 * Installs the simulated app around this page, with the script of the lab and of the end-to-end tests.
 * @param native scenario.native
 * @param location scenario.location
 */
export function enterSimulatedApp(
  kind: SimulatedAppKind,
  native: object = {},
  location?: object,
): SimulatedApp {
  leaveSimulatedApp();
  const log: LoggedBridgeCall[] = [];
  page.__marqueHostLog = log;
  // Draws nothing over a test's page unless the test needs it.
  page.__marqueHost = {
    kind,
    drawsBars: true,
    scenario: { native: { login: "succeeds", share: "shared", ...native }, ...(location && { location }) },
  };
  run(screens);
  run(app);
  const { app: state } = page.__marqueHost as Host;
  const requestsTo = (handler: string): unknown[] =>
    log.filter(({ direction, name }) => direction === "out" && name === handler).map(({ detail }) => detail);
  return { log, requestsTo, state };
}
/** Removes the simulated app. */
export function leaveSimulatedApp(): void {
  for (const name of ["QinglanBridge", "webkit", "__marqueHost", "__marqueHostLog"])
    Reflect.deleteProperty(page, name);
  Object.defineProperty(Navigator.prototype, "userAgent", own.userAgent ?? {});
  for (const element of document.querySelectorAll("marque-simulated-app")) element.remove();
  sessionStorage.removeItem("marque-simulated-app");
  resetNativePort();
  setSite(siteForTests);
}
