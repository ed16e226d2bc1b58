import type { Page } from "playwright-core";
import { accessibilityFindings } from "./accessibility.ts";
import { enlargeRoot, largeTextFaults } from "./large-text.ts";

/**
 * Findings of axe, of targets and of text at 200 % in what the page shows now.
 * @param within part of the page whose enlarged text is examined: an open sheet
 */
export async function screenFindings(page: Page, name: string, within = "body"): Promise<string[]> {
  const found = await accessibilityFindings(page, name);
  await enlargeRoot(page, 200);
  found.push(...(await largeTextFaults(page, within)).map((fault) => `${name}: text at 200 %: ${fault}`));
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  return found;
}
