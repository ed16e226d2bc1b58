import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import "./sku-sheet.module.css";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Offer, ProductDetail } from "#contract/mall/product.ts";
import { setSite } from "../../platform/environment/site.ts";
import { onChallenge } from "../../platform/http/challenges.ts";
import { currentSession } from "../../platform/session/session.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { siteForTests } from "../../platform/testing/test-site.ts";
import { show, violations } from "../../ui/testing/show.tsx";
import { readVisitorCart } from "../cart/visitor-cart.ts";
import type { SkuChoice } from "./sku-choice.ts";
import SkuSheet, { type SkuSheetPurpose } from "./sku-sheet.tsx";

const sku = (skuId: string, priceFen: number, ...optionValues: string[]) => ({
  skuId,
  optionValues,
  imageUrl: null,
  priceFen,
  listFen: null,
  ownerFen: null,
});
/** 晨沙 has no 750ml; 墨青 of 750ml is sold out; 3 of 晨沙 are left. */
const cup: ProductDetail = {
  productId: "9",
  kind: "goods",
  title: "随行杯",
  subtitle: "",
  coverUrl: "/media/cup.jpg",
  priceFen: 16_800,
  isFrom: true,
  listFen: null,
  ownerFen: null,
  sold: "0",
  tags: [],
  state: "on",
  categoryId: "1",
  images: [],
  content: "",
  options: [
    { name: "颜色", values: ["墨青", "晨沙"] },
    { name: "容量", values: ["480ml", "750ml"] },
  ],
  skus: [
    sku("1", 16_800, "墨青", "480ml"),
    sku("2", 18_800, "墨青", "750ml"),
    sku("3", 16_800, "晨沙", "480ml"),
  ],
  services: [],
  noReturn: false,
  returnDays: 7,
  buyMost: null,
  saleFrom: null,
  dealerIds: null,
  rushes: [],
  seriesCodes: [],
  share: { title: "", text: "", imageUrl: "" },
  serverTime: "2026-11-27T10:00:00+08:00",
};
const offer = (skuId: string, part: Partial<Offer> = {}): Offer => ({
  skuId,
  productId: "9",
  priceFen: skuId === "2" ? 18_800 : 16_800,
  stock: "in",
  left: null,
  rush: null,
  buyMost: null,
  bought: 0,
  isNoticed: false,
  ...part,
});
const usual = [offer("1"), offer("2", { stock: "out", left: 0 }), offer("3", { stock: "low", left: 3 })];

type SheetProps = { offers?: Offer[]; purpose?: SkuSheetPurpose; onClose?: () => void };
function Opened({ offers = usual, purpose = "choose", onClose = () => {} }: SheetProps) {
  const [choice, setChoice] = useState<SkuChoice>({});
  const bySku = new Map(offers.map((one) => [one.skuId, one]));
  return (
    <SkuSheet
      product={cup}
      offers={{ bySku, serverTime: cup.serverTime, reload: async () => {} }}
      purpose={purpose}
      choice={choice}
      onChoice={setChoice}
      onClose={onClose}
    />
  );
}
const press = (text: string) => page.getByText(text, { exact: true }).click();
const radio = (name: string) => page.getByRole("radio", { name });

beforeEach(() => {
  setSite(siteForTests);
  localStorage.clear();
  currentSession.clear();
});
afterEach(() => vi.restoreAllMocks());

test("MA03 each value says what it is: chosen, sold out, impossible; axe finds nothing", async () => {
  show(<Opened />);
  await expect.element(page.getByText("请选择颜色")).toBeVisible();
  await press("晨沙");
  await expect.element(radio("750ml 没有这个组合")).toBeDisabled();
  await press("墨青");
  await expect.element(radio("750ml 缺货")).toBeEnabled();
  await expect.element(page.getByRole("button", { name: "选择容量" })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("MA03 a sold-out SKU offers 到货提醒 in the place of quantity and buying", async () => {
  show(<Opened />);
  await press("墨青");
  await page.getByText(/^750ml/).click();
  await expect.element(page.getByRole("button", { name: "到货提醒" })).toBeVisible();
  expect(page.getByRole("group", { name: "数量" }).elements()).toEqual([]);
  expect(page.getByRole("button", { name: "加入购物车" }).elements()).toEqual([]);
});

test("MA03 the quantity follows the SKU: never more than is left, and down again with another one", async () => {
  fakeServer(() => ({ code: "00", data: { lines: [], goodsFen: 0, freeFromFen: null } }));
  onChallenge((each) => {
    if (each.kind === "toast") each.answer();
  });
  const onClose = vi.fn<() => void>();
  show(<Opened onClose={onClose} />);
  await press("墨青");
  await press("480ml");
  const more = page.getByRole("button", { name: "数量增加" });
  for (let units = 1; units < 6; units++) await more.click();
  await expect.element(page.getByRole("group", { name: "数量" }).getByRole("status")).toHaveTextContent("6");
  await press("晨沙");
  await expect.element(page.getByRole("group", { name: "数量" }).getByRole("status")).toHaveTextContent("3");
  await expect.element(more).toBeDisabled();
  await page.getByRole("button", { name: "加入购物车" }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(readVisitorCart()).toEqual([{ skuId: "3", qty: 3, isChosen: true, addedFen: 16_800 }]);
});

test("MA24 a person who has bought the limit is told, and cannot buy more", async () => {
  show(<Opened offers={usual.map((one) => ({ ...one, buyMost: 2, bought: 2 }))} purpose="buy" />);
  await press("墨青");
  await press("480ml");
  await expect.element(page.getByText("每人限购 2 件，您已购 2 件")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "已达到限购数量" })).toBeDisabled();
});

test("MA03 the button names the missing choice and leads the keyboard to it", async () => {
  show(<Opened purpose="buy" />);
  const ask = page.getByRole("button", { name: "选择颜色" });
  await expect.element(ask).toBeVisible();
  await ask.click();
  await vi.waitFor(() =>
    expect(document.activeElement?.closest("[data-option]")?.getAttribute("data-option")).toBe("颜色"),
  );
  await userEvent.keyboard(" ");
  await expect.element(page.getByRole("button", { name: "选择容量" })).toBeVisible();
});
