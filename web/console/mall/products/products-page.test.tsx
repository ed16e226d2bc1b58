import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { MallProductDetail, MallProductRow, MallSkuRow } from "#contract/console/mall/products.ts";
import { fakeServer, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { NewProductPage } from "./new-product-page.tsx";
import { ProductDetailPage } from "./product-page.tsx";
import { MallProductsPage } from "./products-page.tsx";

afterEach(() => vi.restoreAllMocks());

const row: MallProductRow = {
  productId: "1001",
  title: "车载保温杯",
  coverUrl: "",
  state: "on",
  categoryName: "车品",
  priceFen: 9_900,
  mostFen: 12_900,
  skus: 2,
  onHand: 12,
  reserved: 4,
  lowSkus: 1,
  sold: 31,
  changedTime: "2026-11-27T14:22:00+08:00",
};
const sku: MallSkuRow = {
  skuId: "2001",
  optionValues: ["墨绿"],
  priceFen: 9_900,
  ownerFen: null,
  listFen: null,
  weightG: 400,
  isOn: true,
  onHand: 12,
  reserved: 4,
  plans: [
    {
      planId: "3001",
      priceFen: 8_800,
      audience: "owners",
      fromTime: "2026-12-01T00:00:00+08:00",
      toTime: "2026-12-12T00:00:00+08:00",
    },
  ],
};
const detail: MallProductDetail = {
  productId: "1001",
  state: "on",
  fields: {
    title: "车载保温杯",
    subtitle: "450 ml",
    categoryId: "1",
    images: ["/media/a.png", "/media/b.png"],
    content: "",
    options: [{ name: "颜色", values: ["墨绿"] }],
    tags: [],
    services: [],
    seriesCodes: [],
    saleFrom: null,
    buyMost: null,
    noReturn: false,
    returnDays: 7,
    freightId: "1",
    pickupDealers: null,
  },
  sold: 31,
  skus: [sku],
  openOrders: 3,
  revision: 7,
  changedTime: row.changedTime,
  changedBy: null,
  planned: [],
};
const choices = {
  categories: [{ categoryId: "1", name: "车品 / 杯壶" }],
  freights: [{ freightId: "1", name: "标准", freeFromFen: 19_900 }],
  series: [],
  dealers: [],
};

/** Answers of the server; `saves` are those of saving, one after the other, the last one for all others. */
function serve(
  saves: readonly unknown[] = [{ code: "00", data: { revision: 8, merged: null } }],
): FakeRequest[] {
  let saved = 0;
  return fakeServer(({ url }) => {
    const path = url.pathname.replace("/console-api/", "");
    if (path === "mall/products/save") return saves[Math.min(saved++, saves.length - 1)] as { code: string };
    const all: Readonly<Record<string, unknown>> = {
      "mall/products": { rows: [row], next: null, count: 1, isCountExact: true, asOf: row.changedTime },
      "mall/products/show": detail,
      "mall/products/choices": choices,
      "mall/products/add": { productId: "1002", revision: 1 },
      "mall/stock/movements": { movements: [] },
      "mall/stock/reservations": { reservations: [] },
      "mall/stock/adjust": { onHand: 20, reserved: 4 },
    };
    return { code: "00", data: all[path] };
  });
}
const bodiesOf = (requests: readonly FakeRequest[], path: string): unknown[] =>
  requests.filter(({ url }) => url.pathname === `/console-api/${path}`).map(({ body }) => body);
const bodyOf = (requests: readonly FakeRequest[], path: string): unknown => bodiesOf(requests, path)[0];

test("products are listed with their price, stock and state, and have no accessibility faults", async () => {
  const requests = serve();
  showInConsole(<MallProductsPage />, { at: "/products?stock=low" });
  await expect.element(page.getByRole("link", { name: "车载保温杯" })).toBeVisible();
  await expect.element(page.getByText("99.00–129.00")).toBeVisible();
  expect(bodyOf(requests, "mall/products")).toEqual({ filter: { isLow: true } });
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("only what was changed is saved, in fen, on the shown revision; stock is counted with a reason", async () => {
  const requests = serve();
  showInConsole(<ProductDetailPage />, { at: "/products/1001" });
  await page.getByRole("textbox", { name: "墨绿 售价 ¥" }).fill("88.5");
  await page.getByRole("button", { name: "主图" }).click();
  await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect
    .poll(() => bodyOf(requests, "mall/products/save"))
    .toEqual({
      productId: "1001",
      basedOn: 7,
      fields: { images: ["/media/b.png", "/media/a.png"] },
      skus: [{ skuId: "2001", optionValues: ["墨绿"], priceFen: 8_850 }],
    });
  await page.getByRole("button", { name: "墨绿 在库 12，调整库存" }).click();
  await page.getByRole("button", { name: "盘点为" }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: "调整库存" });
  await page.getByRole("textbox", { name: "盘点数量" }).fill("3");
  await expect.element(page.getByText("不能低于预留 4")).toBeVisible();
  await page.getByRole("textbox", { name: "盘点数量" }).fill("20");
  await expect.element(confirm).toBeDisabled();
  await page.getByRole("dialog").getByRole("button", { name: "盘点", exact: true }).click();
  await confirm.click();
  await expect
    .poll(() => bodyOf(requests, "mall/stock/adjust"))
    .toMatchObject({ skuId: "2001", change: { onHand: 20 }, reason: "盘点" });
});

test("CO86 a field that a colleague changed too is chosen, and saved upon theirs", async () => {
  const conflict = {
    code: "EDIT_CONFLICT",
    message: "",
    data: { by: "李同事", at: row.changedTime, fields: ["title"] },
  };
  const requests = serve([conflict, { code: "00", data: { revision: 9, merged: null } }]);
  showInConsole(<ProductDetailPage />, { at: "/products/1001" });
  await page.getByRole("textbox", { name: /^标题/ }).fill("我的标题");
  await page.getByRole("textbox", { name: /^副标题/ }).fill("我的副标题");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("车载保温杯", { exact: false }).first()).toBeVisible();
  await dialog.getByRole("radio").last().click();
  await dialog.getByRole("button", { name: /保存/ }).click();
  await expect
    .poll(() => bodiesOf(requests, "mall/products/save")[1])
    .toEqual({ productId: "1001", basedOn: 7, fields: { subtitle: "我的副标题" }, skus: [] });
});

test("a new product's matrix follows its options, and what is missing is said at its field", async () => {
  const requests = serve();
  showInConsole(<NewProductPage />, { at: "/products/new" });
  await page.getByRole("button", { name: "加规格（最多 3 项）" }).click();
  await page.getByRole("textbox", { name: "规格名" }).fill("颜色");
  await page.getByRole("textbox", { name: "颜色的新值" }).fill("银、黑");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("textbox", { name: "银 售价 ¥" }).fill("10");
  await page.getByRole("button", { name: "创建商品" }).click();
  await expect.element(page.getByText("请填写标题")).toBeVisible();
  await expect.element(page.getByText("请填写售价")).toBeVisible();
  await expect.element(page.getByText("请上传至少一张图片")).toBeVisible();
  expect(bodyOf(requests, "mall/products/add")).toBeUndefined();
});
