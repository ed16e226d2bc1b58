import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showCampaign } from "#contract/activity/activity.ts";
import { listBenefits } from "#contract/benefit/benefit.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Creates a preview of an activity on the lab's page. @returns its address */
async function previewOf(activityId: string): Promise<string> {
  const answer = await fetch(`${origin}/lab/preview?activityId=${activityId}`, { method: "POST" });
  const [, address = ""] = /id="made" href="([^"]+)"/.exec(await answer.text()) ?? [];
  return address.replaceAll("&#38;", "&");
}
const shown = (mode: string, pageType: string) =>
  findActivity(
    origin,
    (activity) => activity.activityMode === mode && activity.pageType === pageType && activity.status === 2,
  );

test.each([
  ["online", "landing"],
  ["online", "lead"],
  ["online", "localOfflineLead"],
  ["offline", "signup"],
])(
  "C17 C19 preview mode shows an %s %s page with its notice, and sends no changing call",
  async (mode, pageType) => {
    const { activityId, title } = await shown(mode, pageType);
    const before = await contractClient(origin)(showCampaign, { activityId });
    const { context, page, complaints } = await openVisitAs(browser, origin, await newPerson(origin));
    const sent: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // The page after the preview links the visitor to the person.
      const isOfPreview = request.headers()["referer"]?.includes("preview=") === true;
      if (isOfPreview && request.method() !== "GET" && request.method() !== "HEAD")
        sent.push(`${request.method()} ${pathname}`);
    });
    const address = await previewOf(activityId);
    const rendered = await fetch(address);
    expect(await rendered.text()).toContain("预览模式：内容尚未发布");
    expect([rendered.headers.get("x-robots-tag"), rendered.headers.get("cache-control")]).toEqual([
      "noindex, nofollow",
      "no-store",
    ]);
    await openAppPage(page, address);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await accessibilityFindings(page, `preview, ${mode} ${pageType}`)).toEqual([]);
    for (const name of [/预览模式|立即预约/, /^领取/])
      for (const button of await page.locator("main").getByRole("button", { name }).all())
        expect(await button.isDisabled()).toBe(true);
    expect(await page.getByRole("link", { name: "领取卡券" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: /报名/ }).count()).toBe(0);
    for (const name of ["收藏", "分享"]) {
      await page.getByRole("button", { name }).last().click();
      await page.locator(classSelector("toast", "toast")).getByText("预览模式，不会提交").waitFor();
      await page.locator(classSelector("toast", "toast")).waitFor({ state: "detached" });
    }
    await page.goto(`${app}list`);
    expect(sent.filter((one) => !one.endsWith("/sa"))).toEqual([]);
    const after = await contractClient(origin)(showCampaign, { activityId });
    expect(after.participants).toBe(before.participants);
    expect(complaints.filter((one) => !one.includes("404"))).toEqual([]);
    await context.close();
  },
);

test("C17 preview mode shows the coupons of the page that its keys name", async () => {
  const { activityId } = await findActivity(
    origin,
    ({ activityMode, blocks, hasCoupons }) =>
      activityMode === "online" && hasCoupons && blocks.some(({ kind }) => kind === "coupon"),
  );
  const benefits = await contractClient(origin)(listBenefits, { activityId });
  const address = await previewOf(activityId);
  const couponAddress = address.replace("/online/00?", "/coupon/result/00?");
  for (const one of [address, couponAddress]) {
    const page = await (await fetch(one)).text();
    const names = benefits.map(({ name }) => `>${name}<`);
    expect([benefits.length > 0, names.filter((name) => !page.includes(name))]).toEqual([true, []]);
  }
  const { context, page, complaints } = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(page, couponAddress);
  await page.getByText("预览模式：内容尚未发布").waitFor();
  expect(await accessibilityFindings(page, "preview of coupons")).toEqual([]);
  for (const button of await page.locator("main").getByRole("button", { name: /领取/ }).all())
    expect(await button.isDisabled()).toBe(true);
  await page.getByRole("link", { name: "返回" }).click();
  await page.waitForURL(/\/online\/00\?preview=1/);
  expect(complaints.filter((one) => !one.includes("404"))).toEqual([]);
  await context.close();
});

test("C18 another address is no preview: another id, 00 without preview, preview=01, unknown keys, no token", async () => {
  const { activityId } = await shown("online", "landing");
  const query = new URL(await previewOf(activityId)).searchParams;
  query.delete("preview");
  const keys = query.toString();
  query.delete("previewToken");
  const page = async (path: string) => {
    const answer = await fetch(app + path);
    return [answer.status, (await answer.text()).includes("预览模式")];
  };
  expect(await page(`online/${activityId}?preview=1&${keys}`)).toEqual([200, false]);
  for (const path of [
    `online/00?${keys}`,
    `online/00?preview=01&${keys}`,
    "online/00?preview=1",
    "online/00?preview=1&processKey=none&nodeKey=none",
    `online/00?preview=1&${query.toString()}`,
    `coupon/result/00?preview=1&${query.toString()}`,
  ])
    expect([path, ...(await page(path))]).toEqual([path, 404, false]);
});
