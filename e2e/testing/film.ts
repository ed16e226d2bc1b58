import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const folder = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

/**
 * Keeps a picture of a page for the handbook if the variable FILM is set: `FILM=1 npx vitest run --project e2e
 * e2e/console` makes them all anew.
 */
export async function film(page: Page, name: string): Promise<void> {
  if (process.env["FILM"] === undefined) return;
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${folder}console-${name}.png`, animations: "disabled" });
}
