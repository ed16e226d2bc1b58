import { isApp, type ClientName } from "../host/hosts.ts";

/** Projects of the collector, in its address as `?project=` (specification section 1, requirements X12, X13). */
export const trackingProjects = ["App", "dianshang"] as const;
export type TrackingProject = (typeof trackingProjects)[number];

/** App inside the maker's app, dianshang everywhere else. */
export const trackingProjectOf = (client: ClientName): TrackingProject =>
  isApp(client) ? "App" : "dianshang";
/** The super-property `dianshang_type`: H5 when embedded in the maker's app (requirement X03). */
export const dianshangTypeOf = (client: ClientName): "H5" | "WEB" => (isApp(client) ? "H5" : "WEB");

/** Where the collector is unless a release says otherwise; Sensors' own client asks for the second. */
export const collectorPaths = ["/sa", "/sa.gif"] as const;

/**
 * Product events, by name, with what each one tells beside what every event tells (docs/tracking.md).
 * Nothing personal: no mobile, name, token or code (requirement X16).
 */
export type ProductEvents = {
  /** An activity's page stands, with what it is about. */
  activity_viewed: { activity_id: string };
  /** The button that leads to the form, or asks to log in before it. */
  sign_up_tapped: { activity_id: string };
  captcha_solved: { action: string; activity_id?: string };
  /** The server has confirmed the sign-up. */
  sign_up_submitted: { activity_id: string; status: string };
  /** Its person has given the sign-up up. */
  sign_up_cancelled: { activity_id: string };
  activity_shared: { activity_id: string; outcome: "shared" | "copied" };
  /** `way`: what the session came of: sso, wechat, app, sms or tk. */
  login_succeeded: { way: string };
  /** `way`: the host's, native, wechat, miniProgram or sso; `reason`: by its name in contract/core/errors.ts (loginMessages). */
  login_failed: { way: string; reason: string };
  /** The `tk` of a landing address was of no use; `reason`: refused (unreadable, expired, used before), logged_in (somebody else is) or unreached. */
  tk_rejected: { reason: string };
};
export type ProductEvent = keyof ProductEvents;

/** Steps of the funnel, in their order (docs/tracking.md); submitted and checked in are what the server has recorded. */
export const funnelSteps = [
  "page_view",
  "detail",
  "sign_up_tapped",
  "captcha_solved",
  "submitted",
  "checked_in",
] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** What Sensors calls the ways that bring somebody: texts of its wire format, not words of ours. */
export const trafficSources = {
  paid: "付费广告流量",
  search: "自然搜索流量",
  social: "社交网站流量",
  direct: "直接流量",
  referral: "引荐流量",
} as const;
/** What stands where there is no search word. */
export const searchKeywordFallbacks = { none: "未取到值", direct: "未取到值_直接打开" } as const;
