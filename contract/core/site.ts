import type { Brand } from "./brand.ts";

/** Configuration of a release that the server sends to every page; public, the same for all hosts. */
export type SiteConfig = {
  readonly brand: Brand;
  /** Full URLs where a base is on a separate host; null: on the page's own origin. */
  readonly apiBase: string | null;
  readonly passBase: string | null;
  readonly securityBase: string | null;
  /**
   * WeChat's authorize page (platform facts section 1.2); a path if the simulator serves it. Absent or null:
   * no official account is configured, and WeChat's browser logs in like any other browser.
   */
  readonly wechatAuthorize?: string | null;
  /** Address to which events are sent, without query; absent: /sa on the page's own origin. */
  readonly collectorUrl?: string;
  /** The server has maps of places, at `/map/{longitude},{latitude}` (requirement K30); absent: none. */
  readonly hasMaps?: boolean;
  /**
   * The identity provider logs in and binds mobiles only on its own pages: no SMS code is requested
   * elsewhere.
   */
  readonly isProviderPageOnly?: boolean;
  /** Foreign origins that a task link may lead to (requirement N09); absent: none. */
  readonly taskLinkOrigins?: readonly string[];
  /**
   * Key that signs calls as friction against scripts (contract section 3); public, because it ships in the
   * client.
   */
  readonly appKey: string;
};
