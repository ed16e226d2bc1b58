import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { MallOrderDetail, MallOrderRow } from "#contract/console/mall/orders.ts";
import { fakeServer, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { OrderDetailPage } from "./order-page.tsx";
import { MallOrdersPage } from "./orders-page.tsx";

afterEach(() => vi.restoreAllMocks());

const asOf = "2026-11-27T14:22:00+08:00";
const order = (over: Partial<MallOrderRow> = {}): MallOrderRow => ({
  orderId: "1571000000000000001",
  orderNo: "M26112738471902",
  state: "paid",
  delivery: "express",
  title: "保温杯 墨绿 450 ml",
  coverUrl: "",
  units: 3,
  payableFen: 36_600,
  refundedFen: 0,
  createdTime: "2026-11-27T14:18:00+08:00",
  paidTime: "2026-11-27T14:19:00+08:00",
  payBefore: null,
  isLate: false,
  openCases: 0,
  hasProblem: false,
  dealerName: null,
  ...over,
});
const rows = [
  order(),
  order({ orderId: "1571000000000000002", orderNo: "M26112649902218", isLate: true }),
  order({ orderId: "1571000000000000003", orderNo: "M26112622094831", state: "shipping", openCases: 1 }),
];
const zero = {
  pending: 0,
  paid: 2,
  shipping: 1,
  ready: 0,
  done: 0,
  afterSale: 1,
  problem: 0,
  refunded: 0,
  cancelled: 0,
};
const detail: MallOrderDetail = {
  order: order(),
  lines: [
    {
      lineId: "11",
      skuId: "21",
      title: "保温杯",
      coverUrl: "",
      optionValues: ["墨绿", "450 ml"],
      qty: 3,
      priceFen: 12_200,
      couponFen: 0,
      netFen: 36_600,
      shippedQty: 0,
      refundedQty: 0,
      refundedFen: 0,
      askedQty: 0,
      shippableQty: 3,
    },
  ],
  goodsFen: 36_600,
  freightFen: 0,
  couponFen: 0,
  freightCouponFen: 0,
  paidFen: 36_600,
  recipient: { name: "林**", mobile: "138****5678", division: "浙江省 杭州市 西湖区" },
  hasRemark: true,
  parcels: [],
  cases: [],
  events: [{ from: "pending", to: "paid", by: "channel", time: "2026-11-27T14:19:00+08:00" }],
  notes: [{ noteId: "1", text: "来电催发货", by: "周运营", time: "2026-11-27T14:20:00+08:00" }],
  can: { ship: true, close: true, correct: false, address: true },
};
type Answers = Readonly<Record<string, unknown>>;
/** Answers calls by their path below /console-api/. */
const serve = (answers: Answers = {}): FakeRequest[] =>
  fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    const all: Answers = {
      views: { views: [] },
      "mall/orders": { rows, next: null, count: 3, isCountExact: true, asOf },
      "mall/orders/counts": { counts: zero, total: 3, late: 1, asOf },
      "mall/orders/show": detail,
      ...answers,
    };
    if (path in all) return { code: "00", data: all[path] };
    return Response.json({ code: "500", message: "服务异常" }, { status: 500 });
  });
const bodiesOf = (requests: readonly FakeRequest[], path: string): unknown[] =>
  requests.filter(({ url }) => url.pathname === `/console-api/${path}`).map(({ body }) => body);

test("CO29 the list of orders shows what waits, and has no accessibility faults in either theme", async () => {
  const requests = serve();
  const router = showInConsole(<MallOrdersPage />, { at: "/orders" });
  await expect.element(page.getByRole("link", { name: "M26112738471902" })).toBeVisible();
  await expect.element(page.getByText("已超 48 小时")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("tab", { name: /^待发货/ }).click();
  await expect.poll(() => router.state.location.search).toBe("?state=paid");
  await expect.poll(() => bodiesOf(requests, "mall/orders")).toContainEqual({ filter: { tab: "paid" } });
});

test("CO34 a number that is looked for stands in no address", async () => {
  const requests = serve();
  const router = showInConsole(<MallOrdersPage />, { at: "/orders" });
  await page.getByRole("searchbox").fill("139 0000 1234");
  await expect
    .poll(() => bodiesOf(requests, "mall/orders"))
    .toContainEqual({ filter: { find: "13900001234" } });
  expect(router.state.location.search).not.toContain("139");
});

test("MA75 a pasted file is tried before it is sent, with each faulty row", async () => {
  const faults = [{ line: 4, fault: "「运单号」编号被表格软件改写，请以文本格式填写", value: "1.57E+14" }];
  const requests = serve({
    "mall/orders/ship-file/plan": { done: 2, again: 0, orders: 2, faults },
    "mall/orders/ship-file": { done: 2, again: 0, orders: 2, faults },
  });
  showInConsole(<MallOrdersPage />, { at: "/orders" });
  await page.getByRole("button", { name: "批量发货" }).click();
  await page.getByRole("textbox", { name: "或粘贴内容" }).fill("订单号,快递公司,运单号");
  await page.getByRole("button", { name: "试运行" }).click();
  await expect.element(page.getByText("试运行，不会写入")).toBeVisible();
  await expect.element(page.getByText("第 4 行")).toBeVisible();
  expect(bodiesOf(requests, "mall/orders/ship-file")).toEqual([]);
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "发货 2 行，跳过 1 行" }).click();
  await expect.element(page.getByText("已完成").last()).toBeVisible();
  expect(bodiesOf(requests, "mall/orders/ship-file")).toEqual([{ text: "订单号,快递公司,运单号" }]);
});

test("an order is shown masked, and sent in part with a number that is checked first", async () => {
  const requests = serve({ "mall/orders/ship": { shipmentId: "31", isAgain: false } });
  showInConsole(<OrderDetailPage />, { at: "/orders/1571000000000000001" });
  await expect.element(page.getByText("138****5678")).toBeVisible();
  await expect.element(page.getByText("来电催发货")).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "发货", exact: true }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: "发货", exact: true });
  await expect.element(confirm).toBeDisabled();
  await page.getByRole("combobox", { name: "快递公司" }).click();
  await page.getByRole("option", { name: "顺丰速运" }).click();
  await page.getByRole("textbox", { name: "运单号" }).fill("SF14");
  await expect.element(page.getByText("运单号为 6 至 32 位字母、数字或 -")).toBeVisible();
  await page.getByRole("textbox", { name: "运单号" }).fill("SF1420098832716");
  await page.getByRole("textbox", { name: /可发 3/ }).fill("4");
  await expect.element(confirm).toBeDisabled();
  await page.getByRole("textbox", { name: /可发 3/ }).fill("2");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => bodiesOf(requests, "mall/orders/ship"))
    .toMatchObject([
      { carrier: "shunfeng", trackingNo: "SF1420098832716", units: [{ lineId: "11", qty: 2 }] },
    ]);
});

test("without the right to send there is no button for it", async () => {
  serve();
  showInConsole(<OrderDetailPage />, { at: "/orders/1571000000000000001", rights: ["mall.read"] });
  await expect.element(page.getByRole("button", { name: "备注" })).toBeVisible();
  expect(page.getByRole("button", { name: "发货", exact: true }).elements()).toEqual([]);
  expect(page.getByRole("button", { name: "关闭并退款" }).elements()).toEqual([]);
});
