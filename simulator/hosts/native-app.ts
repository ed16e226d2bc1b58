import { readFileSync } from "node:fs";

export const appKinds = ["app-android", "app-ios"] as const;
export type AppKind = (typeof appKinds)[number];

/** Faults of an answer. */
type NativeFault =
  | {
      readonly kind: "silent" | "badJson" | "notText" | "noCallbackId" | "otherCallbackId";
      readonly times?: number;
    }
  | { readonly kind: "otherShape" | "twice" | "throws"; readonly times?: number }
  | { readonly kind: "late"; readonly ms?: number; readonly times?: number }
  | { readonly kind: "error"; readonly code?: string; readonly times?: number };

/**
 * `scenario.native` of the simulated app (native-app.js); omitted fields mean a healthy app without login.
 */
export type NativeScenario = {
  readonly version?: string;
  /** Person logged in to the app: their access token is requested from /sim/native-token. */
  readonly mobile?: string | null;
  /** Access token to use instead. */
  readonly token?: string | null;
  /** Person who logs in on the app's own login screen, and the resulting token. */
  readonly loginAs?: string;
  readonly loginToken?: string;
  readonly login?: "screen" | "succeeds" | "cancelled";
  readonly share?: "sheet" | "shared" | "closed";
  /** dialog: the app asks the person for permission first. */
  readonly permission?: "given" | "dialog";
  /** Answered unchanged, instead of scenario.location. */
  readonly position?: object;
  /** Height of the status bar, CSS px. */
  readonly statusBar?: number;
  /** always: the app's title bar cannot be hidden. */
  readonly titleBar?: "obeys" | "always";
  readonly bridge?: "ok" | "late" | "never";
  /** Delay of a late bridge, ms. */
  readonly lateMs?: number;
  readonly answersAfterMs?: number;
  /** Handlers that the app does not have; "pay": goToNativePage without the pay page. */
  readonly missing?: readonly string[];
  /** Faults by handler, "*" for any, "postMessage" for the object itself. */
  readonly faults?: Readonly<Record<string, NativeFault>>;
  /** Values stored by setValue before. */
  readonly values?: Readonly<Record<string, string>>;
};
export type SimulatedApp = {
  readonly kind: AppKind;
  readonly brand?: { readonly appMarker: string; readonly bridgeKey: string };
};

const files = [
  new URL("./native-screens.js", import.meta.url),
  new URL("./payment.js", import.meta.url),
  new URL("./native-app.js", import.meta.url),
] as const;
const scripts = (): string => files.map((file) => readFileSync(file, "utf8")).join("\n");

/**
 * The simulated app as one script, to run before all scripts of the page.
 * @param native a NativeScenario, or its JSON; invalid JSON counts as empty
 * @param location scenario.location
 */
export function nativeAppScript(
  app: SimulatedApp,
  native: NativeScenario | string,
  location?: object,
): string {
  const scenario = {
    native: typeof native === "string" ? readJson(native) : native,
    ...(location && { location }),
  };
  const facts = JSON.stringify({ ...app, scenario }).replaceAll("<", "\\u003c");
  return `window.__marqueHost = ${facts};\n${scripts()}`;
}
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
