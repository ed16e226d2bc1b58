import { isApp, type ClientName } from "../host/hosts.ts";

/**
 * Projects of the collector, in its address as `?project=` (specification section 1, requirements X12, X13).
 */
export const trackingProjects = ["App", "dianshang"] as const;
export type TrackingProject = (typeof trackingProjects)[number];

/** App inside the maker's app, dianshang everywhere else. */
export const trackingProjectOf = (client: ClientName): TrackingProject =>
  isApp(client) ? "App" : "dianshang";
/** The super-property `dianshang_type`: H5 inside the maker's app (requirement X03). */
export const dianshangTypeOf = (client: ClientName): "H5" | "WEB" => (isApp(client) ? "H5" : "WEB");

/** Default paths of the collector; Sensors' own client uses the second. */
export const collectorPaths = ["/sa", "/sa.gif"] as const;

/**
 * Product events by name, with the properties that each adds to the common ones (docs/tracking.md). No
 * personal data: no mobile, name, token or code (requirement X16).
 */
export type ProductEvents = {
  /** An activity's page is shown. */
  activity_viewed: { activity_id: string };
  /** Tap on the button that leads to the form, or to the login before it. */
  sign_up_tapped: { activity_id: string };
  captcha_solved: { action: string; activity_id?: string };
  /** The server has confirmed the sign-up. */
  sign_up_submitted: { activity_id: string; status: string };
  /** The person has cancelled the sign-up. */
  sign_up_cancelled: { activity_id: string };
  /** The mall (docs/tracking.md): ids and numbers, never a search text, an address or a remark. */
  product_viewed: { product_id: string; kind: string };
  product_searched: { hits: number };
  cart_added: { product_id: string; sku_id: string; qty: number };
  product_shared: { product_id: string };
  checkout_started: { lines: number };
  /** The server has placed the order. */
  order_submitted: { kind: string; lines: number };
  pay_started: { way: string };
  /** The person left the cashier without paying. */
  pay_left: { way: string };
  order_cancelled: { why: string };
  refund_asked: { kind: string };
  activity_shared: { activity_id: string; outcome: "shared" | "copied" };
  /** `way`: origin of the session: sso, wechat, app, sms or tk. */
  login_succeeded: { way: string };
  /**
   * `way`: login method of the host, native, wechat, miniProgram or sso; `reason`: name in
   * contract/session/login-messages.ts.
   */
  login_failed: { way: string; reason: string };
  /**
   * The `tk` of a landing address was rejected; `reason`: refused (unreadable, expired, already used),
   * logged_in (another person is) or unreached.
   */
  tk_rejected: { reason: string };
  /**
   * An error in the browser. `kind`: error, rejection, hydration, caught, page or start; `message` and `stack`
   * (positions in the release's scripts, separated by blanks) as in contract/tracking/page-error.ts; `route`: pattern of
   * the page's path; `release`: version of the build.
   */
  page_error: { kind: string; message: string; stack: string; route: string; release: string };
};
export type ProductEvent = keyof ProductEvents;

/** Steps of the funnel, in order (docs/tracking.md); submitted and checked in are recorded by the server. */
export const funnelSteps = [
  "page_view",
  "detail",
  "sign_up_tapped",
  "captcha_solved",
  "submitted",
  "checked_in",
] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** Sensors' names of traffic sources: texts of its wire format, not ours. */
export const trafficSources = {
  paid: "付费广告流量",
  search: "自然搜索流量",
  social: "社交网站流量",
  direct: "直接流量",
  referral: "引荐流量",
} as const;
/** Values without a search keyword. */
export const searchKeywordFallbacks = { none: "未取到值", direct: "未取到值_直接打开" } as const;
