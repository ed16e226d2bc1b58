import "./call.ts";
import * as z from "zod/mini";

/** A WeChat official account, and its registered page that hands codes on to the page that asked. */
const officialAccount = z.object({
  appId: z.string().check(z.regex(/^wx[0-9a-f]{16}$/)),
  /** Full URL of `/official/redirect` on the host that is registered for the account. */
  redirect: z.url({ protocol: /^https?$/ }),
});

const script = z.optional(z.url({ protocol: /^https$/ }));

/**
 * What makes the product one maker's (contract section 11, BRAND_FILE): names, domain, the
 * native app's user-agent marker and bridge key, colours, logo. Everything in it is public.
 */
export const brand = z.object({
  /** The maker's name; the page title where a route has none. */
  name: z.string().check(z.minLength(1), z.maxLength(20)),
  latin: z.string().check(z.minLength(1), z.maxLength(30)),
  /** The identity provider's own name. */
  idName: z.string().check(z.minLength(1), z.maxLength(20)),
  idLatin: z.string().check(z.minLength(1), z.maxLength(30)),
  servicePhone: z.string().check(z.regex(/^[0-9-]{5,20}$/)),
  /** `m.` plus this is production (specification section 4). */
  domain: z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)),
  /** In the app's user agent as `marker/major.minor.patch`. */
  appMarker: z.string().check(z.regex(/^[A-Za-z]{3,30}$/)),
  bridgeKey: z.string().check(z.regex(/^[A-Za-z]{3,30}$/)),
  /** Same in every environment (requirement A13). */
  clientId: z.string().check(z.regex(/^[a-z0-9-]{3,40}$/)),
  /** Production has an official account of its own, the other environments share one (requirement A14). */
  officialAccounts: z.object({ prod: officialAccount, other: officialAccount }),
  /** The native app's id at WeChat's open platform, for opening it out of WeChat; absent: no such button. */
  openPlatformAppId: z.optional(z.string().check(z.regex(/^wx[0-9a-f]{16}$/))),
  /** The login page inside the maker's mini-programs, as their navigateTo wants it. */
  miniProgramLoginPage: z.string().check(z.regex(/^\/[A-Za-z0-9_/-]+$/)),
  /** Vendors' scripts for mini-program hosts, where others than in host-scripts.ts are wanted. */
  hostScripts: z.optional(z.object({ baidu: script, douyin: script, xiaohongshu: script, alipay: script })),
  /** Custom properties that replace layer 1 of the design tokens, for example {"--brand-700": "#0f4a4e"}. */
  theme: z.record(
    z.string().check(z.regex(/^--(brand|dawn)-[a-z0-9-]+$/)),
    z.string().check(z.regex(/^#[0-9a-f]{6}$/i)),
  ),
  /** An SVG's path data in a 40 × 24 box, drawn as strokes in the current colour. */
  logo: z.array(z.string().check(z.regex(/^[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]+$/))),
  copyright: z.string().check(z.maxLength(60)),
});
export type Brand = z.output<typeof brand>;
