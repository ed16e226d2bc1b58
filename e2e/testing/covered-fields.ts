import type { Page } from "playwright-core";
import { expect } from "vitest";
import { phone } from "./chromium.ts";

/** Heights of the window with an open keyboard, CSS px. */
export const keyboardHeights = [320, 365, 410, 470, 530, 600] as const;

const FIELDS =
  "input:not([type=hidden], [type=range], [disabled]), textarea:not([disabled]), select, [contenteditable=true]";

/**
 * Runs in the page: "" if a field is seen. A radio button, checkbox or file input is shown by its label; of a field
 * higher than the window its beginning is enough.
 */
function stateOf(element: HTMLElement): string {
  const isShownByLabel = element.matches("[type=radio], [type=checkbox], [type=file]");
  const box = (isShownByLabel && element.closest<HTMLElement>("label")) || element;
  const { top, bottom, left, width: wide } = box.getBoundingClientRect();
  const ends = bottom - top < innerHeight - 150 ? [top + 3, bottom - 3] : [top + 3];
  const isSeen = ends.every((y) => {
    const found = document.elementFromPoint(left + wide / 2, y);
    return y > 0 && y < innerHeight && found !== null && (box.contains(found) || found.contains(box));
  });
  return isSeen
    ? ""
    : `${element.id || element.getAttribute("aria-label") || element.tagName} ${Math.round(top)}–${Math.round(bottom)}`;
}

/**
 * Focuses each visible field in turn, makes the window smaller, and lists the fields of which a part is outside of the
 * window or covered.
 */
export async function coveredFields(page: Page, height: number): Promise<string[]> {
  const width = phone.viewport.width;
  const covered: string[] = [];
  for (const field of await page.locator(FIELDS).all()) {
    await page.setViewportSize(phone.viewport);
    const canFocus = await field.evaluate((element: HTMLElement) => {
      if (element.closest("[inert], [aria-hidden=true]") || element.getClientRects().length === 0)
        return false;
      element.focus({ preventScroll: true });
      return document.activeElement === element;
    });
    if (!canFocus) continue;
    await page.setViewportSize({ width, height });
    const state = () => field.evaluate(stateOf);
    const isSeen = await expect
      .poll(state, { timeout: 2_000 })
      .toBe("")
      .then(
        () => true,
        () => false,
      );
    if (!isSeen) covered.push(`${height}: ${await state()}`);
  }
  await page.setViewportSize(phone.viewport);
  return covered;
}

/** Ends the first screen and waits for the script that keeps fields visible. */
export async function waitForVisibleFields(page: Page): Promise<void> {
  await page.mouse.wheel(0, 1);
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("keep-focus-visible")),
  );
}
