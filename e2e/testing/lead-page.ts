import type { Page } from "playwright-core";
import { expect } from "vitest";
import { classSelector } from "./class-selector.ts";

/** A text field of the lead form. */
export const field = (page: Page, name: string) => page.getByRole("textbox", { name });
/** The bar at the bottom of an activity's page. */
export const bar = (page: Page) => page.locator(classSelector("frame", "bottomBar"));
/** Expects that the bar names the stored lead, offers nothing else, and scrolls to it. */
export async function expectButtonToStoredLead(page: Page): Promise<void> {
  const button = bar(page).getByRole("button", { name: "已预约，查看" });
  await page.evaluate(() => scrollTo(0, 0));
  await button.click();
  const status = page.getByRole("status").getByText("已预约");
  await expect
    .poll(() =>
      status.evaluate((element) => {
        const { left, top, bottom, width } = element.getBoundingClientRect();
        const isInside = top >= 0 && bottom <= innerHeight;
        return isInside && element.contains(document.elementFromPoint(left + width / 2, (top + bottom) / 2));
      }),
    )
    .toBe(true);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("lead");
}
/** Fills in the form of a person whose number is known. */
export async function fill(page: Page): Promise<void> {
  await field(page, "姓名").fill("林晓岚");
  await page.getByRole("radiogroup", { name: "意向车系" }).getByRole("radio").first().check();
  await page.getByRole("checkbox").check();
}
