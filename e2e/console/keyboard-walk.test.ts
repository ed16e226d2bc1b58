import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { requestAfterSale } from "#contract/order/after-sale.ts";
import { showOrder } from "#contract/order/order.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { launch } from "../testing/chromium.ts";
import { openConsole } from "../testing/console.ts";
import { contractClient } from "../testing/contract-client.ts";
import { film } from "../testing/film.ts";
import { signUpOverHttp } from "../testing/http-actions.ts";
import { pressByKey, pressKeys, tabTo, typeByKey } from "../testing/keyboard.ts";
import { addShanghaiAddress, findProduct, placeOrderOf, productFilters } from "../testing/mall.ts";
import { payOrder, tradesOf } from "../testing/payments.ts";
import { newPerson } from "../testing/people.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Writes and publishes an activity. @returns its number */
async function publishByKeyboard(page: Page, title: string): Promise<string> {
  await pressKeys(page, "g a");
  await page.waitForURL(/\/activities$/);
  await page.getByRole("row").nth(3).waitFor();
  await film(page, "activities");
  await pressByKey(page, button(page, "新建活动"));
  await typeByKey(page, page.getByRole("textbox", { name: "活动标题" }), title);
  await film(page, "new-activity");
  await pressByKey(page, button(page, "创建草稿"));
  await page.waitForURL(/\/edit$/);
  await pressByKey(page, button(page, "第 1 张图片"));
  await film(page, "editor");
  await pressByKey(page, button(page, "下一步"));
  const start = page.getByRole("group", { name: "报名开始" }).getByRole("textbox").first();
  await typeByKey(page, start, "2026-11-01");
  await typeByKey(page, page.getByRole("textbox", { name: "集合地点" }), "徐汇区龙腾大道 2555 号");
  await page.getByText(/已自动保存/).waitFor();
  await pressByKey(page, button(page, "发布"));
  const dialog = page.getByRole("dialog", { name: "发布活动" });
  await tabTo(page, button(page, "发布").last());
  await film(page, "publish");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("已发布", { exact: true }).first().waitFor();
  return /activities\/(\d+)\//.exec(page.url())?.[1] ?? "";
}

test(
  "CO39 by keyboard alone an activity is written and published, a guest is checked in, and the list is exported",
  { timeout: 180_000 },
  async () => {
    const { context, page, complaints } = await openConsole(browser, origin, "/lab/console");
    await pressByKey(page, button(page, "以总部管理员登录"));
    await page.getByRole("navigation", { name: "运营后台" }).waitFor();
    const activityId = await publishByKeyboard(page, "龙美术馆夜间试驾");
    const person = await newPerson(origin);
    const name = `林${person.mobile.slice(-6)}`;
    const activity = await contractClient(origin)(showNearby, { id: activityId });
    await signUpOverHttp(origin, person, activity, { name });

    await pressKeys(page, "g s");
    await page.waitForURL(/\/guests$/);
    await page.getByRole("row").nth(3).waitFor();
    await film(page, "guests");
    await page.keyboard.press("/");
    await page.keyboard.type(person.mobile);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await pressByKey(page, button(page, name));
    await pressByKey(page, button(page, "到场核销"));
    await button(page, "撤销核销").waitFor();
    await film(page, "guest");
    expect(page.url()).not.toContain(person.mobile);
    const own = await contractClient(origin, { token: person.token })(listOwnSignUps, {});
    expect(own).toMatchObject([{ activityId, state: "attended" }]);

    await pressByKey(page, button(page, "导出"));
    await pressByKey(page, button(page, "CSV UTF-8"));
    await film(page, "export");
    const downloaded = page.waitForEvent("download");
    await pressByKey(page, button(page, "开始导出"));
    const text = readFileSync(await (await downloaded).path(), "utf8");
    expect(text).toContain(name);
    expect(text).not.toContain(person.mobile);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test(
  "MA73 MA68 by keyboard alone an order is found and sent, and refunded after its buyer's request",
  { timeout: 180_000 },
  async () => {
    const person = await newPerson(origin);
    await addShanghaiAddress(origin, person.token);
    const product = await findProduct(origin, productFilters.plain);
    const { orderId, orderNo } = await placeOrderOf(origin, person.token, product.skus[0]?.skuId ?? "");
    await payOrder(origin, person.token, { orderId, orderNo });
    const { context, page, complaints } = await openConsole(browser, origin, "/lab/console");
    await pressByKey(page, button(page, "以总部管理员登录"));
    await page.getByRole("navigation", { name: "运营后台" }).waitFor();
    await pressKeys(page, "g o");
    await page.waitForURL(/\/orders$/);
    await page.getByRole("row").nth(1).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type(orderNo);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await pressByKey(page, page.getByRole("table").getByRole("link", { name: orderNo }));
    await page.getByRole("heading", { name: orderNo }).waitFor();
    await film(page, "order");
    await pressByKey(page, button(page, "发货"));
    await pressByKey(page, page.getByRole("dialog").getByRole("combobox").first());
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await typeByKey(page, page.getByRole("textbox", { name: "运单号" }), `SF${orderNo.slice(-10)}`);
    await film(page, "ship");
    await pressByKey(page, page.getByRole("dialog").getByRole("button", { name: "发货" }));
    await page.getByText("已发货").first().waitFor();

    const call = contractClient(origin, { token: person.token, idempotencyKey: randomUUID() });
    const { lines } = await call(showOrder, { id: orderId });
    const { caseNo } = await call(requestAfterSale, {
      orderId,
      kind: "refund",
      units: [{ lineId: lines[0]?.lineId ?? "", qty: 1 }],
      reason: "damaged",
    });
    await pressKeys(page, "g o");
    await pressByKey(page, page.getByRole("link", { name: "售后与退款", exact: true }));
    // One stop of Tab for all tabs; the arrows move between them.
    await tabTo(page, page.getByRole("tab", { selected: true }));
    await pressKeys(page, "ArrowRight Enter");
    await page.getByRole("tab", { name: /待审核售后/, selected: true }).waitFor();
    await pressByKey(page, button(page, caseNo));
    await pressByKey(page, button(page, "同意退款"));
    await film(page, "refund");
    await pressByKey(page, page.getByRole("dialog").getByRole("button", { name: "同意退款" }));
    await page.getByText("已同意").first().waitFor();
    await expect
      .poll(async () => (await tradesOf(origin, orderNo)).flatMap(({ refunds }) => refunds).length)
      .toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
