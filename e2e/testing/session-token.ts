import type { Page } from "playwright-core";

/** Reads the stored session token of a page; null for a visitor. */
export const sessionTokenIn = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem("marque.session-token"));
