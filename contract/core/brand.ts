import "./call.ts";
import * as z from "zod/mini";

/**
 * A WeChat official account and its registered page, which passes authorization codes on to the requesting
 * page.
 */
const officialAccount = z.object({
  appId: z.string().check(z.regex(/^wx[0-9a-f]{16}$/)),
  /** Full URL of `/official/redirect` on the host that is registered for the account. */
  redirect: z.url({ protocol: /^https?$/ }),
});

const script = z.optional(z.url({ protocol: /^https$/ }));

/**
 * Brand configuration of one car maker (contract section 11, BRAND_FILE): names, domain, the native app's
 * user-agent marker and bridge key, colours, logo. All values are public.
 */
export const brand = z.object({
  /** The maker's name; the page title where a route has none. */
  name: z.string().check(z.minLength(1), z.maxLength(20)),
  latin: z.string().check(z.minLength(1), z.maxLength(30)),
  /** Name of the identity provider. */
  idName: z.string().check(z.minLength(1), z.maxLength(20)),
  idLatin: z.string().check(z.minLength(1), z.maxLength(30)),
  servicePhone: z.string().check(z.regex(/^[0-9-]{5,20}$/)),
  /** Registrable domain; `m.` plus this domain is the production host (specification section 4). */
  domain: z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)),
  /** Marker in the app's user agent, as `marker/major.minor.patch`. */
  appMarker: z.string().check(z.regex(/^[A-Za-z]{3,30}$/)),
  bridgeKey: z.string().check(z.regex(/^[A-Za-z]{3,30}$/)),
  /** OAuth client id; the same in every environment (requirement A13). */
  clientId: z.string().check(z.regex(/^[a-z0-9-]{3,40}$/)),
  /** Production has its own official account, the other environments share one (requirement A14). */
  officialAccounts: z.object({ prod: officialAccount, other: officialAccount }),
  /**
   * App id on WeChat's open platform, used to open the native app from WeChat; absent: the button is not
   * shown.
   */
  openPlatformAppId: z.optional(z.string().check(z.regex(/^wx[0-9a-f]{16}$/))),
  /** Login page inside the maker's mini-programs, as the path for navigateTo. */
  miniProgramLoginPage: z.string().check(z.regex(/^\/[A-Za-z0-9_/-]+$/)),
  /** Pay page inside the maker's mini-programs, as the path for navigateTo; absent: they cannot pay. */
  miniProgramPayPage: z.optional(z.string().check(z.regex(/^\/[A-Za-z0-9_/-]+$/))),
  /** App id of the maker's mini-program in WeChat, which its pay page pays with. */
  miniProgramAppId: z.optional(z.string().check(z.regex(/^wx[0-9a-f]{16}$/))),
  /** Vendor scripts for mini-program hosts, where they differ from host-scripts.ts. */
  hostScripts: z.optional(z.object({ baidu: script, douyin: script, xiaohongshu: script, alipay: script })),
  /** Custom properties that override layer 1 of the design tokens, for example {"--brand-700": "#0f4a4e"}. */
  theme: z.record(
    z.string().check(z.regex(/^--(brand|dawn)-[a-z0-9-]+$/)),
    z.string().check(z.regex(/^#[0-9a-f]{6}$/i)),
  ),
  /** Path data of an SVG in a 40 × 24 box, drawn as strokes in the current colour. */
  logo: z.array(z.string().check(z.regex(/^[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]+$/))),
  copyright: z.string().check(z.maxLength(60)),
});
export type Brand = z.output<typeof brand>;
