import { demoBrand } from "#contract/core/demo-brand.ts";
import type { SiteConfig } from "#contract/core/site.ts";

/** What a page is told in tests: the demo brand, everything on the page's own origin. */
export const siteForTests: SiteConfig = {
  brand: demoBrand,
  apiBase: null,
  passBase: null,
  securityBase: null,
  wechatAuthorize: null,
  appKey: "k",
};
