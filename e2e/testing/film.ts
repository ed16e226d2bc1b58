import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
const isFilming = process.env["FILM"] !== undefined;
/** The handbook, which shows the pictures. */
const shown = isFilming ? readFileSync(`${docs}console.md`, "utf8") : "";

/**
 * Waits until a page shows all of its parts, pictures and fonts. The network of a page that listens to a stream, as the
 * board does, is never idle.
 */
export async function untilShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isLoaded = [...document.images].every((image) => image.complete || image.loading === "lazy");
    return isLoaded && document.fonts.status === "loaded" && !document.querySelector("[aria-busy=true]");
  });
}

/**
 * Keeps a picture of a page for the handbook, where it shows it, if the variable FILM is set: `FILM=1 npx vitest run
 * --project e2e e2e/console` makes all pictures of the console anew.
 */
export async function film(page: Page, name: string): Promise<void> {
  if (!shown.includes(`console-${name}.png`)) return;
  await untilShown(page);
  await page.screenshot({ path: `${docs}pictures/console-${name}.png`, animations: "disabled" });
}
