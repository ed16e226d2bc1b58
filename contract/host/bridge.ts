/**
 * Protocol between a page and the maker's native app (contract section 8, requirements R01–R26). Free of zod
 * because the page loads it; the schemas are in bridge-schemas.ts.
 *
 * The page posts a request as JSON text: to `window[bridgeKey]` on Android, to
 * `window.webkit.messageHandlers[bridgeKey]` on iOS. The app answers by calling `window[bridgeKey +
 * "Callback"]` with JSON text. docs/native-bridge.md explains it to app teams.
 */
export const bridgeHandlers = [
  "goBack",
  "share",
  "getGeoPosition",
  "getValue",
  "setValue",
  "getSxToken",
  "refreshSxToken",
  "getStatusBarHeight",
  "showTitleBar",
  "goToNativePage",
] as const;
export type BridgeHandler = (typeof bridgeHandlers)[number];

/** Content to share: absolute addresses, plain texts. */
export type BridgeShare = {
  readonly title: string;
  readonly desc: string;
  readonly link: string;
  readonly imgUrl: string;
};
/** Coordinate systems that an app may declare. */
export type CoordinateType = "wgs84" | "gcj02";
type Nothing = Readonly<Record<string, never>>;

/** Request data and answer of each handler. */
type BridgeCalls = {
  /** Leaves the web page for the app's previous screen. */
  goBack: { data: Nothing; answer: null };
  /** Opens the app's share sheet. `result`: whether it was shared; false if the sheet was closed. */
  share: { data: BridgeShare; answer: { readonly result: boolean } };
  /**
   * Position of the device, in degrees. `ask: false`: no permission dialog; GEO_UNAVAILABLE instead. An app
   * that only knows the selected city answers its codes (GB/T 2260).
   */
  getGeoPosition: {
    data: { readonly ask: boolean };
    answer: {
      readonly longitude?: number | undefined;
      readonly latitude?: number | undefined;
      readonly coordType?: CoordinateType | undefined;
      readonly provinceCode?: string | undefined;
      readonly cityCode?: string | undefined;
    };
  };
  /** Reads the text stored under a key for this site; null if absent. */
  getValue: { data: { readonly key: string }; answer: { readonly value: string | null } };
  /** Stores a text under a key; null deletes it. */
  setValue: { data: { readonly key: string; readonly value: string | null }; answer: null };
  /**
   * Access token of the identity provider for the person logged in to the app; PF0001 if nobody is logged in.
   */
  getSxToken: { data: Nothing; answer: { readonly sxToken: string } };
  /** A new access token after the previous one was rejected. */
  refreshSxToken: { data: Nothing; answer: { readonly sxToken: string } };
  /** Height of the page's top that the system's status bar covers, CSS px; 0 if none. */
  getStatusBarHeight: { data: Nothing; answer: { readonly height: number } };
  /** Shows or hides the app's title bar. `shown`: its state afterwards; null: as requested. */
  showTitleBar: {
    data: { readonly show: boolean; readonly title: string };
    answer: { readonly shown: boolean } | null;
  };
  /** Opens one of the app's screens; `login` and `logout` answer when they are done. */
  goToNativePage: {
    data: { readonly page: string; readonly params?: Readonly<Record<string, string>> };
    answer: { readonly result: boolean } | null;
  };
};
export type BridgeData<H extends BridgeHandler> = BridgeCalls[H]["data"];
export type BridgeResult<H extends BridgeHandler> = BridgeCalls[H]["answer"];

/** Screens of the app that the product opens by goToNativePage. */
export const nativePages = { login: "login", logout: "logout" } as const;
/** Keys of the values that the product stores by setValue. */
export const nativeValues = {
  /** Session token, for the app's own calls to the gateway (requirement D17). */
  token: "sxToken",
  /** Share content of the current page as JSON text (BridgeShare), for the app's own share button. */
  share: "share",
} as const;

/** Error codes of the bridge (specification section 8); handlers may add their own. */
export const bridgeCodes = {
  badParameters: "E0001",
  unsupportedSystem: "E0002",
  missingMethod: "E0003",
  unreadableAnswer: "E0004",
  notOurApp: "E0005",
  /** getSxToken: nobody is logged in to the app. */
  notLoggedIn: "PF0001",
  /** getGeoPosition: permission denied by the person. */
  locationDenied: "GEO_DENIED",
  /** getGeoPosition: position unavailable. */
  locationUnavailable: "GEO_UNAVAILABLE",
} as const;

/** Name of the page's function that the app calls with its answers. */
export const bridgeCallbackName = (bridgeKey: string): string => `${bridgeKey}Callback`;

/** Whether an answer waits for a person's action: share and login have no deadline (contract section 8). */
export const needsUserInteraction = (key: string, data: Readonly<Record<string, unknown>>): boolean =>
  key === "share" || (key === "goToNativePage" && data["page"] === nativePages.login);
