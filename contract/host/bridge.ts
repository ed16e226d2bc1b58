/**
 * What a page and the maker's native app say to each other (contract section 8, requirements
 * R01–R26). Free of zod, since the page loads it; the schemas stand in bridge-schemas.ts.
 *
 * The page posts a request as JSON text: to `window[bridgeKey]` on Android, to
 * `window.webkit.messageHandlers[bridgeKey]` on iOS. The app answers by calling
 * `window[bridgeKey + "Callback"]` with JSON text. docs/native-bridge.md tells an app's team how.
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

export type BridgeRequest = {
  /** The handler's name. */
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Unique beyond one page's life, so that an answer to the page before finds nobody. */
  readonly callbackId: string;
  /** Hex SHA-256 of the app key: friction against other pages, never authorisation. */
  readonly appSign: string;
};
export type BridgeAnswer = {
  readonly callbackId: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly data: unknown;
};

/** What is shared: absolute addresses, plain texts. */
export type BridgeShare = {
  readonly title: string;
  readonly desc: string;
  readonly link: string;
  readonly imgUrl: string;
};
/** Coordinate systems that an app may state; it has to be one of these. */
export type CoordinateType = "wgs84" | "gcj02";
type Nothing = Readonly<Record<string, never>>;

/** Per handler: the request's data, and the answer's. */
export type BridgeCalls = {
  /** Leaves the web page for the app's screen before it. */
  goBack: { data: Nothing; answer: null };
  /** Opens the app's share sheet. `result`: whether something was shared; false when it was closed. */
  share: { data: BridgeShare; answer: { readonly result: boolean } };
  /**
   * Where the person is, in degrees. `ask: false`: without a dialog, else GEO_UNAVAILABLE. An
   * app that knows no position but the city chosen in it answers its codes (GB/T 2260).
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
  /** What was kept under a key for this site; null without. */
  getValue: { data: { readonly key: string }; answer: { readonly value: string | null } };
  /** Keeps a text under a key; null forgets it. */
  setValue: { data: { readonly key: string; readonly value: string | null }; answer: null };
  /** The identity provider's access token of whoever is logged in to the app; PF0001 where nobody is. */
  getSxToken: { data: Nothing; answer: { readonly sxToken: string } };
  /** The same, renewed: the one before was refused. */
  refreshSxToken: { data: Nothing; answer: { readonly sxToken: string } };
  /** How much of the page's top the system's status bar covers, CSS px; 0 where it covers nothing. */
  getStatusBarHeight: { data: Nothing; answer: { readonly height: number } };
  /** Shows or hides the app's own title bar. `shown`: whether it stands now; null: as asked for. */
  showTitleBar: {
    data: { readonly show: boolean; readonly title: string };
    answer: { readonly shown: boolean } | null;
  };
  /** Opens one of the app's own screens; `login` and `logout` answer when they are done. */
  goToNativePage: {
    data: { readonly page: string; readonly params?: Readonly<Record<string, string>> };
    answer: { readonly result: boolean } | null;
  };
};
export type BridgeData<H extends BridgeHandler> = BridgeCalls[H]["data"];
export type BridgeResult<H extends BridgeHandler> = BridgeCalls[H]["answer"];

/** Screens of the app that the product opens by goToNativePage. */
export const nativePages = { login: "login", logout: "logout" } as const;
/** Keys that the product keeps things under by setValue. */
export const nativeValues = {
  /** The session token, for the app's own calls to the gateway (requirement D17). */
  token: "sxToken",
  /** What the page on show offers to share, as JSON text (BridgeShare): for the app's own share button. */
  share: "share",
} as const;

/** Codes of the bridge (specification section 8); further ones are the handlers' own. */
export const bridgeCodes = {
  badParameters: "E0001",
  unsupportedSystem: "E0002",
  missingMethod: "E0003",
  unreadableAnswer: "E0004",
  notOurApp: "E0005",
  /** getSxToken: nobody is logged in to the app. */
  notLoggedIn: "PF0001",
  /** getGeoPosition: the person refused. */
  locationDenied: "GEO_DENIED",
  /** getGeoPosition: no position could be had. */
  locationUnavailable: "GEO_UNAVAILABLE",
} as const;

/** The page's function that the app calls with its answers. */
export const bridgeCallbackName = (bridgeKey: string): string => `${bridgeKey}Callback`;

/** Whether an answer may take as long as a person does: share and login have no deadline (contract section 8). */
export const needsUserInteraction = (key: string, data: Readonly<Record<string, unknown>>): boolean =>
  key === "share" || (key === "goToNativePage" && data["page"] === nativePages.login);
