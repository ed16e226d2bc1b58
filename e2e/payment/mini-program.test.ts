import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { showOrder } from "#contract/order/order.ts";
import { launch } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import { openHost } from "../testing/hosts.ts";
import { addShanghaiAddress, findProduct, placeOrderOf, productFilters } from "../testing/mall.ts";
import { newPerson, type LoggedInPerson } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
let browser: Browser;
let skuId: string;
beforeAll(async () => {
  browser = await launch();
  skuId = (await findProduct(origin, productFilters.plain)).skus[0]?.skuId ?? "";
});
afterAll(() => browser.close());

type Trade = {
  outTradeNo: string;
  channel: string;
  scene: string;
  appId: string;
  payer: string;
  state: string;
};
async function tradesOf(orderNo: string): Promise<Trade[]> {
  const { data } = (await (await fetch(`${origin}/sim/pay/trades`)).json()) as { data: Trade[] };
  return data.filter(({ outTradeNo }) => outTradeNo.startsWith(orderNo));
}
async function orderOf(): Promise<{ person: LoggedInPerson; orderId: string; orderNo: string }> {
  const person = await newPerson(origin);
  await addShanghaiAddress(origin, person.token);
  return { person, ...(await placeOrderOf(origin, person.token, skuId)) };
}

test.each([
  ["wechat-mini", "wechat", "jsapi", "微信支付", demoBrand.miniProgramAppId ?? ""],
  // Alipay's application is the merchant's, of 16 digits.
  ["alipay", "alipay", "miniProgram", "支付宝", /^\d{16}$/],
] as const)(
  "MA40 in the mini-program %s its own page pays, and the order follows",
  async (kind, channel, scene, way, appId) => {
    const { person, orderId, orderNo } = await orderOf();
    const { context, page, log } = await openHost(browser, kind);
    const stored = { token: person.token, user: JSON.stringify(person.userInfo) };
    await context.addInitScript(({ token, user }) => {
      localStorage.setItem("marque.session-token", token);
      localStorage.setItem("marque.mall-user-info", user);
    }, stored);
    await openAppPage(page, `${appAddress(origin)}mall/pay/${orderId}`);
    await page.getByRole("button", { name: new RegExp(`^${way} ¥`) }).click();
    // Left the first time, paid the second: the same attempt goes on.
    await page.getByRole("button", { name: "稍后再付" }).click();
    await page.getByText("应付金额").waitFor();
    expect((await contractClient(origin, { token: person.token })(showOrder, { id: orderId })).state).toBe(
      "pending",
    );
    await page.getByRole("button", { name: "重新付款" }).click();
    await page.getByRole("button", { name: "确认支付" }).click();
    await page.getByText("付款成功").waitFor();
    await page.getByRole("link", { name: "查看订单" }).click();
    await page.getByRole("heading", { name: "待发货" }).waitFor();
    const trades = await tradesOf(orderNo);
    expect(trades).toMatchObject([{ channel, scene, state: "paid" }]);
    expect(trades[0]?.payer).toMatch(/^o[\w-]+$/);
    expect(trades[0]?.appId).toMatch(appId);
    // The page of the mini-program gets the order's id, and no token.
    const opened = (await log()).filter(({ name }) => name.endsWith("navigateTo"));
    expect(JSON.stringify(opened)).not.toContain(person.token);
    await context.close();
  },
);
