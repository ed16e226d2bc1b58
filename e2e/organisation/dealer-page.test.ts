import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listNearby, showNearby } from "#contract/activity/activity.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { contractClient } from "../testing/contract-client.ts";
import { hydrated, launch, openVisit } from "../testing/chromium.ts";
import { appAddress } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
/** Activity by which a dealer's test drives are booked, and that dealer. */
let activityId: string;
let dealer: Organisation;
beforeAll(async () => {
  browser = await launch();
  const { list } = await contractClient(origin)(listNearby, {
    byLead: "1",
    status: 2,
    businessType: 1,
    size: 1,
  });
  activityId = list[0]?.activityId ?? "";
  const { dealers } = await contractClient(origin)(showNearby, { id: activityId });
  dealer = dealers[0] as Organisation;
});
afterAll(() => browser.close());

test("K28 an activity leads to its dealer's page, which a visitor can read without a script", async () => {
  const { context, page } = await openVisit(browser);
  await page.goto(`${app}offline/${activityId}`);
  await hydrated(page);
  await page.getByRole("link", { name: dealer.name, exact: true }).click();
  await page.waitForURL(`**/dealer/${dealer.id}`);
  await page.getByRole("heading", { level: 1, name: dealerDisplayName(dealer) }).waitFor();
  await expect.poll(() => page.title()).toBe(`${dealerDisplayName(dealer)} - 青岚汽车`);
  await context.close();
  const answer = await fetch(`${app}dealer/${dealer.id}`);
  const html = await answer.text();
  expect([answer.status, answer.headers.get("x-page")]).toEqual([200, "public"]);
  for (const part of [dealer.address, `tel:${dealer.phone}`, "uri.amap.com/marker", `/offline/${activityId}`])
    expect(html).toContain(part);
});

test("K28 M04 a test drive is booked at the dealer of the page", async () => {
  const { context, page } = await openVisit(browser);
  await page.goto(`${app}dealer/${dealer.id}`);
  await hydrated(page);
  await page.getByRole("link", { name: "预约试驾" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("radio", { name: dealer.name }).waitFor({ state: "attached" });
  expect(await form.getByRole("radio", { name: dealer.name }).isChecked()).toBe(true);
  expect(new URL(page.url()).pathname).toContain(`/dealer/${dealer.id}`);
  await context.close();
});

test.each(["5", "999999999999999999", "abc", "1%27"])("C09 dealer %s is a 404 page", async (id) => {
  const answer = await fetch(`${app}dealer/${id}`);
  expect([answer.status, (await answer.text()).includes("这条路走到尽头了")]).toEqual([404, true]);
});

test("Q13 a dealer seen before is readable without a network", async () => {
  const { context, page } = await openVisit(browser);
  await page.goto(`${app}offline/${activityId}`);
  await hydrated(page);
  const open = () => page.getByRole("link", { name: dealer.name, exact: true }).click();
  await open();
  await page.getByRole("heading", { name: "这里的活动" }).waitFor();
  await page.goBack();
  await context.setOffline(true);
  await open();
  await page.getByRole("heading", { level: 1, name: dealerDisplayName(dealer) }).waitFor();
  await page.getByText("离线内容").waitFor();
  const activities = page.getByRole("heading", { name: "这里的活动" });
  await activities.waitFor();
  expect(await activities.count()).toBe(1);
  await context.close();
});
