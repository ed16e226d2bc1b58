import type { Page } from "playwright-core";

/** Creates a link for the dealer's staff on the lab's page. @param title of the activity */
export async function createStaffLink(
  page: Page,
  origin: string,
  desk: "check-in" | "leads",
  title: string,
): Promise<string> {
  await page.goto(`${origin}/lab/${desk}`);
  await page
    .getByRole("button", { name: `生成链接：${title}` })
    .first()
    .click();
  return (await page.locator("#made").getAttribute("href")) ?? "";
}

/** Creates a check-in link without a page. */
export async function createCheckInLink(origin: string, activityId: string): Promise<string> {
  const made = await fetch(`${origin}/lab/check-in?activityId=${activityId}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  return /id="made" href="([^"]+)"/.exec(await made.text())?.[1] ?? "";
}
