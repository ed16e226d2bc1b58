import { demoBrand } from "#contract/core/demo-brand.ts";
import type { SiteConfig } from "#contract/core/site.ts";

/** Site configuration of tests: the demo brand, with everything on the page's own origin. */
export const siteForTests: SiteConfig = {
  brand: demoBrand,
  apiBase: null,
  passBase: null,
  securityBase: null,
  wechatAuthorize: null,
  appKey: "k",
};
