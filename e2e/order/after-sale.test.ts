import { randomInt, randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAfterSales, previewAfterSale, requestAfterSale } from "#contract/order/after-sale.ts";
import { showOrder, trackShipment } from "#contract/order/order.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { launch, narrow } from "../testing/chromium.ts";
import { classSelector } from "../testing/class-selector.ts";
import { contractClient } from "../testing/contract-client.ts";
import {
  addShanghaiAddress,
  findProduct,
  placeOrderOf,
  productFilters,
  type OfferedProduct,
} from "../testing/mall.ts";
import { startMallInstallation, type MallInstallation } from "../testing/mall-installation.ts";
import { payOrder, tradesOf } from "../testing/payments.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { screenFindings } from "../testing/screen-findings.ts";

let shop: MallInstallation;
let app: string;
let browser: Browser;
let product: OfferedProduct;
let skuId: string;
beforeAll(async () => {
  shop = await startMallInstallation();
  app = appAddress(shop.origin);
  browser = await launch();
  product = await findProduct(shop.origin, productFilters.plain);
  skuId = product.skus[0]?.skuId ?? "";
});
afterAll(async () => {
  await browser.close();
  await shop.stop();
});

const callOf = ({ token }: LoggedInPerson) => contractClient(shop.origin, { token });
const newTrackingNo = (): string => `SF${String(randomInt(1e12)).padStart(12, "0")}`;
/** Name of the step that a case's page marks as the current one. */
const currentStep = (page: Page) =>
  page.getByRole("list", { name: "售后步骤" }).locator("[aria-current=step]").textContent();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

type Bought = { readonly person: LoggedInPerson; readonly orderId: string; readonly orderNo: string };
/** A person with a paid order of some units. */
async function paidOrder(qty = 1): Promise<Bought> {
  const person = await newPerson(shop.origin);
  await addShanghaiAddress(shop.origin, person.token);
  const order = await placeOrderOf(shop.origin, person.token, skuId, qty);
  await payOrder(shop.origin, person.token, order);
  return { person, ...order };
}
/** Sends all units of an order. @returns the parcel's number */
async function ship(orderNo: string): Promise<string> {
  const trackingNo = newTrackingNo();
  await shop.mall("ship", orderNo, "--carrier", "shunfeng", "--number", trackingNo);
  return trackingNo;
}
/** Opens a case of one unit over HTTP. @returns id and number of the case */
async function openCase({ person, orderId }: Bought) {
  const { lines } = await callOf(person)(showOrder, { id: orderId });
  const call = contractClient(shop.origin, { token: person.token, idempotencyKey: randomUUID() });
  return call(requestAfterSale, {
    orderId,
    kind: "return",
    units: [{ lineId: lines[0]?.lineId ?? "", qty: 1 }],
    reason: "unwanted",
  });
}
/** Reports stages of a parcel, as the express service does once the server has subscribed to it. */
async function report(trackingNo: string, ...nodes: string[]): Promise<void> {
  const body = JSON.stringify({ trackingNo, nodes });
  const headers = { "content-type": "application/json" };
  const act = () => fetch(`${shop.origin}/sim/express/act`, { method: "POST", headers, body });
  await expect.poll(async () => (await act()).status, { timeout: 30_000 }).toBe(200);
}

test(
  "MA76 MA109 the track of a parcel: on its way, in trouble, signed; the person confirms the receipt",
  { timeout: 180_000 },
  async () => {
    const { person, orderId, orderNo } = await paidOrder();
    const trackingNo = await ship(orderNo);
    const { context, page, complaints } = await openVisitAs(browser, shop.origin, person, narrow);
    await openAppPage(page, `${app}mall/order/${orderId}`);
    await heading(page, "待收货").waitFor();
    expect(await screenFindings(page, "order on its way")).toEqual([]);
    await page.getByRole("link", { name: "查看物流" }).click();
    await page.waitForURL("**/mall/logistics/*");
    await page.getByText("仓库已发货，等待快递揽收").waitFor();
    expect(await screenFindings(page, "logistics without a track")).toEqual([]);
    const carrier = page.getByRole("link", { name: "联系快递" });
    expect(await carrier.getAttribute("href")).toBe("tel:95338");

    await report(trackingNo, "collected", "moving");
    await page.reload();
    await heading(page, "运输中").waitFor();
    const shipmentId = page.url().split("/").at(-1) ?? "";
    const { nodes } = await callOf(person)(trackShipment, { id: shipmentId });
    const shown = await page.getByRole("main").getByRole("listitem").allInnerTexts();
    expect(shown.map((text) => text.split("\n")[0])).toEqual(nodes.map(({ text }) => text));
    expect(shown[0]).toContain("快件在运输途中");
    expect(await screenFindings(page, "logistics with a track")).toEqual([]);
    await report(trackingNo, "problem");
    await page.reload();
    await heading(page, "包裹异常").waitFor();
    await report(trackingNo, "signed");
    await page.reload();
    await heading(page, "已签收").waitFor();

    await page.getByRole("link", { name: "返回" }).click();
    await page.waitForURL(`**/mall/order/${orderId}`);
    await page.getByText(/后自动确认收货$/).waitFor();
    await page.getByRole("button", { name: "确认收货" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "确认收货" }).click();
    await heading(page, "已完成").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

/** Fills in and submits the form for one of two units. @returns what the server said that would be paid back */
async function requestReturn(page: Page, { person, orderId }: Bought): Promise<number> {
  await page.getByRole("radio", { name: "退货退款" }).check();
  const submit = page.getByRole("button", { name: /^提交申请|^请选择商品/ });
  expect(await submit.isDisabled()).toBe(true);
  await page.getByRole("checkbox", { name: product.title }).check();
  await page.getByRole("button", { name: `${product.title}减少` }).click();
  await page.getByLabel("原因").selectOption("wrongChoice");
  await page.getByLabel("补充说明").fill("颜色选错了");
  const photo = await sharp({ create: { width: 600, height: 800, channels: 3, background: "#a63" } })
    .jpeg()
    .toBuffer();
  const file = (name: string) => ({ name, mimeType: "image/jpeg", buffer: photo });
  await page.getByLabel(/拍照或从相册选择/).setInputFiles([file("front.jpg"), file("back.jpg")]);
  await expect.poll(() => page.getByText("已上传").count()).toBe(2);
  const { lines } = await callOf(person)(showOrder, { id: orderId });
  const { refundFen } = await callOf(person)(previewAfterSale, {
    orderId,
    kind: "return",
    units: [{ lineId: lines[0]?.lineId ?? "", qty: 1 }],
    reason: "wrongChoice",
  });
  await page.getByRole("button", { name: `提交申请 · 退 ¥${priceText(refundFen)}` }).waitFor();
  expect(await screenFindings(page, "request for a return")).toEqual([]);
  await submit.click();
  await page.waitForURL(/\/mall\/after-sale\/\d+$/);
  await heading(page, "待审核").waitFor();
  return refundFen;
}

test(
  "MA70 MA71 a return: asked for, agreed by an operator, sent, inspected; the person sees the refund",
  { timeout: 180_000 },
  async () => {
    const bought = await paidOrder(2);
    const { person, orderId, orderNo } = bought;
    await ship(orderNo);
    const { context, page, complaints } = await openVisitAs(browser, shop.origin, person, narrow);
    await openAppPage(page, `${app}mall/order/${orderId}`);
    await page.getByRole("button", { name: "申请售后" }).click();
    await page.waitForURL(`**/mall/after-sale/new/${orderId}`);
    const refundFen = await requestReturn(page, bought);
    const [asked] = (await callOf(person)(listAfterSales, {})).list;
    const caseNo = asked?.caseNo ?? "";
    expect(asked).toMatchObject({ state: "asked", text: "颜色选错了", refundFen });
    const shown = page.getByRole("main").locator(`${classSelector("order", "pictures")} img`);
    await expect.poll(() => shown.count()).toBe(2);
    expect(await currentStep(page)).toBe("商家审核");
    expect(await screenFindings(page, "case in review")).toEqual([]);

    expect(await shop.mall("agree", caseNo, "--by", "ops-1")).toBe("agreed");
    // The open page follows by itself.
    await heading(page, "请寄回商品").waitFor();
    await page.getByText(/^请在 .* 前寄回，逾期自动关闭$/).waitFor();
    expect(await currentStep(page)).toBe("寄回商品");
    await page.getByLabel("快递公司").selectOption({ label: "中通快递" });
    await page.getByRole("textbox", { name: "运单号" }).fill("12");
    await page.getByRole("button", { name: "提交物流" }).click();
    await page.getByText("运单号不正确").waitFor();
    expect(await screenFindings(page, "case whose goods are to be sent")).toEqual([]);
    const back = newTrackingNo();
    await page.getByRole("textbox", { name: "运单号" }).fill(back);
    await page.getByRole("button", { name: "提交物流" }).click();
    await heading(page, "退货中").waitFor();
    await page.getByText(back).waitFor();
    expect(await page.getByRole("button", { name: "撤销申请" }).count()).toBe(0);

    const inspected = ["--units", `${skuId}=1/1`, "--by", "ops-1"];
    expect(await shop.mall("receive", caseNo, ...inspected)).toBe("refunding");
    await heading(page, "退款成功").waitFor();
    await page.getByText("已原路退回，到账以支付渠道为准").waitFor();
    const [trade] = await tradesOf(shop.origin, orderNo);
    expect(trade?.refunds).toMatchObject([{ status: "success", refundFen }]);
    expect(await screenFindings(page, "refunded case")).toEqual([]);
    await page.getByRole("link", { name: "订单详情" }).click();
    await page.waitForURL(`**/mall/order/${orderId}`);
    await page.getByRole("link", { name: new RegExp(`${caseNo}.*¥${priceText(refundFen)}`) }).waitFor();
    await page.getByText("已退 1 件").waitFor();
    expect(await page.locator("dl > div", { hasText: "已退款" }).innerText()).toContain(priceText(refundFen));
    await openAppPage(page, `${app}mine`);
    await page.getByText(`${product.title}的退款已原路退回`).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("MA71 a declined case names the reason; another one is withdrawn", { timeout: 120_000 }, async () => {
  const bought = await paidOrder();
  const { person, orderNo } = bought;
  await ship(orderNo);
  const first = await openCase(bought);
  const { context, page } = await openVisitAs(browser, shop.origin, person, narrow);
  await openAppPage(page, `${app}mall/after-sale/${first.afterSaleId}`);
  await heading(page, "待审核").waitFor();
  await shop.mall("decline", first.caseNo, "--reason", "包装已拆，影响再次销售", "--by", "ops-1");
  await heading(page, "未通过").waitFor();
  await page.getByRole("alert").getByText("包装已拆，影响再次销售").waitFor();
  expect(await currentStep(page)).toBe("未通过");
  expect(await screenFindings(page, "declined case")).toEqual([]);
  const second = await openCase(bought);
  await openAppPage(page, `${app}mall/after-sale`);
  await page.getByText(second.caseNo).waitFor();
  expect(await screenFindings(page, "list of cases")).toEqual([]);
  await page.getByRole("link", { name: new RegExp(second.caseNo) }).click();
  await page.getByRole("button", { name: "撤销申请" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "撤销" }).click();
  await heading(page, "已撤销").waitFor();
  await context.close();
});

test("MA63 what was not sent is refunded at once, and the order says so", { timeout: 120_000 }, async () => {
  const { person, orderId, orderNo } = await paidOrder(2);
  const { context, page } = await openVisitAs(browser, shop.origin, person, narrow);
  await openAppPage(page, `${app}mall/order/${orderId}`);
  await page.getByRole("button", { name: "申请退款" }).click();
  await page.waitForURL(`**/mall/after-sale/new/${orderId}`);
  const { paidFen } = await callOf(person)(showOrder, { id: orderId });
  await page.getByText("商品还没有发货，提交后立即退款").waitFor();
  expect(await screenFindings(page, "request for a refund")).toEqual([]);
  await page.getByRole("button", { name: `提交申请 · 退 ¥${priceText(paidFen)}` }).click();
  await heading(page, "退款成功").waitFor();
  const [trade] = await tradesOf(shop.origin, orderNo);
  expect(trade?.refunds).toMatchObject([{ status: "success", refundFen: paidFen }]);
  await page.getByRole("link", { name: "订单详情" }).click();
  await heading(page, "已退款").waitFor();
  await context.close();
});
