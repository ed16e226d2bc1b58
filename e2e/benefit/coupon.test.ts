import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listBenefits, listCoupons, type Benefit } from "#contract/benefit/benefit.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { hydrated, launch, phone, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { claimCouponOverHttp } from "../testing/http-actions.ts";
import { appAddress, logInAtProvider, openAppPage, solveByDragging } from "../testing/page-actions.ts";

const origin = inject("origin");
let browser: Browser;
let activityId: string;
let forAll: Benefit;
let forOwners: Benefit;
beforeAll(async () => {
  browser = await launch();
  ({ activityId } = await findActivity(
    origin,
    ({ hasCoupons, status, activityType, conditions }) =>
      hasCoupons && status === 2 && activityType === "online" && conditions === undefined,
  ));
  const benefits = await contractClient(origin)(listBenefits, { activityId });
  [forOwners, forAll] = benefits as [Benefit, Benefit];
});
afterAll(() => browser.close());

const resultPage = () => `${appAddress(origin)}coupon/result/${activityId}`;
const press = (page: Page, { name }: Benefit) =>
  page.getByRole("button", { name: `领取${name}`, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
const couponsOf = (person: LoggedInPerson) => contractClient(origin, person)(listCoupons, { activityId });

test("C08 a page without blocks links to its benefits", async () => {
  const plain = await findActivity(
    origin,
    ({ hasCoupons, activityType, blocks }) => hasCoupons && activityType === "online" && blocks.length === 0,
  );
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(page, `${appAddress(origin)}online/${plain.activityId}`);
  await page.getByRole("link", { name: "领取卡券" }).click();
  await heading(page, "领取卡券");
  expect(new URL(page.url()).pathname).toContain(`/coupon/result/${plain.activityId}`);
  await context.close();
});

test("C08 M10 M11 M12 a benefit is claimed, shown with its code, kept in the wallet", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, resultPage());
  await heading(page, "领取卡券");
  expect(await page.title()).toBe("青岚汽车");
  await press(page, forAll);
  await page.getByRole("dialog", { name: "安全验证" }).waitFor();
  await solveByDragging(page);
  await heading(page, "领取成功");
  const [coupon] = await couponsOf(person);
  await page.getByRole("button", { name: `去使用${forAll.name}` }).click();
  await page
    .getByRole("dialog", { name: "到店出示" })
    .getByText(coupon?.code ?? "none")
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await accessibilityFindings(page, "coupon sent")).toEqual([]);
  await page.reload();
  await heading(page, "你已领取过");
  await page.getByText(/领取，每人限领 1 份$/).waitFor();
  await page.getByRole("link", { name: "查看卡券" }).click();
  await page.getByRole("tab", { name: "可使用 1" }).waitFor();
  await page.getByText(forAll.name).waitFor();
  expect(await accessibilityFindings(page, "wallet")).toEqual([]);
  await page.getByRole("tab", { name: "已过期" }).click();
  await page.getByText("没有过期的卡券").waitFor();
  await context.close();
});

/** Creates a link for the dealer's staff, like an operator. */
async function deskLink(): Promise<string> {
  const made = await fetch(`${origin}/lab/check-in?activityId=${activityId}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  return /id="made" href="([^"]+)"/.exec(await made.text())?.[1] ?? "";
}

test(
  "M12 at the dealer's desk a coupon is checked and redeemed once; its owner's phone and wallet show it",
  { timeout: 180_000 },
  async () => {
    const person = await newPerson(origin);
    const { code, couponId } = await claimCouponOverHttp(origin, person, forAll.benefitId);
    const own = await openVisitAs(browser, origin, person);
    await openAppPage(own.page, `${appAddress(origin)}mine/coupons`);
    await own.page.getByRole("button", { name: `去使用${forAll.name}` }).click();
    const shown = own.page.getByRole("dialog", { name: "到店出示" });
    await shown.getByText(code).waitFor();
    const asked: URL[] = [];
    own.page.on("request", (request) => {
      if (request.url().includes(listCoupons.paths[0])) asked.push(new URL(request.url()));
    });

    const { context, page } = await openVisit(browser, phone);
    await openAppPage(page, await deskLink());
    await page.getByRole("textbox", { name: "你的称呼" }).fill("小李");
    await page.getByRole("button", { name: "开始签到" }).click();
    const look = async () => {
      await page.getByRole("textbox", { name: "凭证号、券码或提货码" }).fill(code.toLowerCase());
      await page.getByRole("button", { name: "确认", exact: true }).click();
    };
    await look();
    await page.getByRole("status").getByText("这张券可以使用").waitFor();
    await page.getByRole("status").getByText(`${forAll.value} · ${forAll.name}`).waitFor();
    expect(await accessibilityFindings(page, "coupon at the desk")).toEqual([]);
    await page.getByRole("button", { name: "核销这张券" }).click();
    await page.getByRole("status").getByText("券已核销").waitFor();
    await look();
    await page.getByText(/^已于 .* 由 小李 核销$/).waitFor();
    expect(await page.getByRole("button", { name: "核销这张券" }).count()).toBe(0);
    await context.close();

    await shown.getByText("这张券已使用").waitFor();
    // The page polls this coupon only.
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ searchParams }) => searchParams.get("couponId") !== couponId)).toEqual([]);
    expect(await accessibilityFindings(own.page, "redeemed coupon")).toEqual([]);
    await shown.getByRole("button", { name: "完成" }).click();
    await own.page.getByRole("tab", { name: "已使用 1" }).click();
    await own.page.getByText(forAll.name).waitFor();
    await own.context.close();
  },
);

test("M12 a person who may not claim a benefit is told why, without a captcha", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(page, resultPage());
  await press(page, forOwners);
  await heading(page, "暂不能领取");
  await page.getByText("仅限认证车主领取").waitFor();
  expect(await page.getByRole("slider").count()).toBe(0);
  await context.close();
});

test("V15 M12 a failure shows its code and keeps the benefit; the same request succeeds once on retry", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, resultPage());
  await simulator(origin).fail({
    path: `/mall-api/cop-marketing-activity/api/benefit/send/${forAll.benefitId}`,
    status: 606,
    code: "606",
    message: "执行异常",
    times: 1,
  });
  await press(page, forAll);
  await heading(page, "这次没有领到");
  await page.getByText("执行异常（606）").waitFor();
  // The message appears once: in the page, not in a toast as well.
  expect(await page.getByText("执行异常").count()).toBe(1);
  expect(await accessibilityFindings(page, "coupon failed")).toEqual([]);
  await page.getByRole("button", { name: "再试一次" }).click();
  await solveByDragging(page);
  await heading(page, "领取成功");
  expect(await couponsOf(person)).toHaveLength(1);
  await context.close();
});

test(
  "M17 a visitor sees the benefits, logs in to claim, and sees no coupons of others",
  { timeout: 180_000 },
  async () => {
    const { context, page } = await openVisit(browser, phone);
    await openAppPage(page, `${appAddress(origin)}mine/coupons`);
    await page.getByRole("heading", { name: "登录后查看卡券" }).waitFor();
    expect(await accessibilityFindings(page, "wallet of a visitor")).toEqual([]);
    await openAppPage(page, resultPage());
    await press(page, forAll);
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("checkbox").check();
    await sheet.getByRole("button", { name: "青岚账号登录" }).click();
    const person = await newPerson(origin);
    await logInAtProvider(page, person.mobile);
    await page.waitForURL(resultPage());
    await hydrated(page);
    expect(await couponsOf(person)).toEqual([]);
    await press(page, forAll);
    await solveByDragging(page);
    await heading(page, "领取成功");
    await context.close();
  },
);

test("C31 an unknown activity has a page that says so", async () => {
  const { context, page } = await openVisit(browser, phone);
  for (const id of ["1", "nothing"]) {
    await openAppPage(page, `${appAddress(origin)}coupon/result/${id}`);
    await page.getByRole("heading", { name: "没有这个活动" }).waitFor();
    expect(await page.getByRole("button", { name: /^领取/ }).count()).toBe(0);
  }
  await context.close();
});
