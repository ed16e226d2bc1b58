import type { Brand } from "./brand.ts";

/** What the server tells every page of the release's configuration; public, the same for all hosts. */
export type SiteConfig = {
  readonly brand: Brand;
  /** Full URLs where a base is a host of its own; null: on the page's own origin. */
  readonly apiBase: string | null;
  readonly passBase: string | null;
  readonly securityBase: string | null;
  /**
   * WeChat's authorize page (platform facts section 1.2); a path where its stand-in serves. Absent or
   * null: no official account is set up, and WeChat's browser logs in as any other.
   */
  readonly wechatAuthorize?: string | null;
  /** Where events are sent, without query; absent: /sa on the page's own origin. */
  readonly collectorUrl?: string;
  /** The identity provider logs in and binds on pages of its own alone: no SMS code is asked for elsewhere. */
  readonly isProviderPageOnly?: boolean;
  /** Foreign origins that a task's link may lead to (requirement N09); absent: none. */
  readonly taskLinkOrigins?: readonly string[];
  /** Signs calls as friction against scripts (contract section 3); public, since it ships in the client. */
  readonly appKey: string;
};
