import { demoBrand } from "#contract/demo-brand.ts";
import type { Site } from "#contract/site.ts";

/** What a page is told in tests: the demo brand, everything on the page's own origin. */
export const siteForTests: Site = {
  brand: demoBrand,
  apiBase: null,
  passBase: null,
  securityBase: null,
  wechatAuthorize: null,
  appKey: "k",
};
