import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { MallProductDetail, MallProductRow } from "#contract/console/mall/products.ts";
import { fakeServer, type FakeRequest } from "../../../platform/testing/fake-server.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
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
  sold: 31,
  changedTime: "2026-11-27T14:22:00+08:00",
};
const detail: MallProductDetail = {
  productId: "1001",
  title: "车载保温杯",
  subtitle: "450 ml",
  coverUrl: "",
  state: "on",
  options: [{ name: "颜色", values: ["墨绿"] }],
  sold: 31,
  buyMost: null,
  skus: [
    {
      skuId: "2001",
      optionValues: ["墨绿"],
      priceFen: 9_900,
      ownerFen: null,
      listFen: null,
      isOn: true,
      onHand: 12,
      reserved: 4,
      plans: [
        {
          priceFen: 8_800,
          audience: "owners",
          fromTime: "2026-12-01T00:00:00+08:00",
          toTime: "2026-12-12T00:00:00+08:00",
        },
      ],
    },
  ],
  revision: 7,
};
const serve = (): FakeRequest[] =>
  fakeServer(({ url }) => {
    const all: Readonly<Record<string, unknown>> = {
      "mall/products": { rows: [row], next: null, count: 1, isCountExact: true, asOf: row.changedTime },
      "mall/products/show": detail,
      "mall/products/save": { revision: 8 },
      "mall/stock/reservations": { reservations: [] },
      "mall/stock/adjust": { onHand: 20, reserved: 4 },
    };
    return { code: "00", data: all[url.pathname.replace("/console-api/", "")] };
  });
const bodyOf = (requests: readonly FakeRequest[], path: string): unknown =>
  requests.find(({ url }) => url.pathname === `/console-api/${path}`)?.body;

test("products are listed with their price, stock and state, and have no accessibility faults", async () => {
  const requests = serve();
  showInConsole(<MallProductsPage />, { at: "/products?stock=low" });
  await expect.element(page.getByRole("link", { name: "车载保温杯" })).toBeVisible();
  await expect.element(page.getByText("99.00–129.00")).toBeVisible();
  expect(bodyOf(requests, "mall/products")).toEqual({ filter: { isLow: true } });
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
});

test("a price is saved in fen on the shown revision, and stock is adjusted with a reason", async () => {
  const requests = serve();
  showInConsole(<ProductDetailPage />, { at: "/products/1001" });
  await page.getByRole("textbox", { name: "墨绿 价格" }).fill("88.5");
  await page.getByRole("button", { name: "保存" }).click();
  await expect
    .poll(() => bodyOf(requests, "mall/products/save"))
    .toMatchObject({ basedOn: 7, skus: [{ skuId: "2001", priceFen: 8_850, ownerFen: null }] });
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  await page.getByRole("button", { name: "调整库存" }).click();
  await page.getByRole("textbox", { name: "增减数量，减少用负数" }).fill("8");
  const confirm = page.getByRole("dialog").getByRole("button", { name: "调整库存" });
  await expect.element(confirm).toBeDisabled();
  await page.getByRole("textbox", { name: "原因" }).fill("盘点");
  await confirm.click();
  await expect
    .poll(() => bodyOf(requests, "mall/stock/adjust"))
    .toMatchObject({ skuId: "2001", delta: 8, reason: "盘点" });
});
