import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
const isFilming = process.env["FILM"] !== undefined;
/** The handbook, which shows the pictures. */
const shown = isFilming ? readFileSync(`${docs}console.md`, "utf8") : "";

/**
 * Keeps a picture of a page for the handbook, where it shows it, if the variable FILM is set: `FILM=1 npx vitest run
 * --project e2e e2e/console` makes all pictures of the console anew.
 */
export async function film(page: Page, name: string): Promise<void> {
  if (!shown.includes(`console-${name}.png`)) return;
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.screenshot({ path: `${docs}pictures/console-${name}.png`, animations: "disabled" });
}
