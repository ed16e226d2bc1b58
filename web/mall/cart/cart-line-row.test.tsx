import "../../ui/styles/test-base-styles.ts";
import "./cart.module.css";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Cart, CartLine } from "#contract/mall/cart.ts";
import { show, violations } from "../../ui/testing/show.tsx";
import { cartGroups, missingForFreight, mostOf } from "./cart-groups.ts";
import { CartLineRow } from "./cart-line-row.tsx";

const line = (part: Partial<CartLine> = {}): CartLine => ({
  skuId: "1",
  productId: "9",
  title: "随行杯",
  coverUrl: "/media/cup.jpg",
  optionValues: ["墨青", "480ml"],
  qty: 2,
  isChosen: true,
  addedFen: 16_800,
  priceFen: 16_800,
  listFen: null,
  state: "ok",
  left: null,
  buyMost: null,
  ...part,
});
const cartOf = (...lines: CartLine[]): Cart => ({ lines, goodsFen: 33_600, freeFromFen: 29_900 });
const showRow = (shown: CartLine, change = vi.fn<(qty: number, isChosen: boolean) => void>()) => {
  show(
    <ul>
      <CartLineRow
        line={shown}
        isBusy={false}
        change={change}
        remove={() => {}}
        notice={<button>到货提醒</button>}
      />
    </ul>,
  );
  return change;
};

test("MA10 lines are grouped by what can be done with them", () => {
  const { buyable, out, gone } = cartGroups(
    cartOf(
      line({ skuId: "1" }),
      line({ skuId: "2", state: "out" }),
      line({ skuId: "3", state: "short" }),
      line({ skuId: "4", state: "gone" }),
    ),
  );
  const ids = [buyable, out, gone].map((lines) => lines.map(({ skuId }) => skuId));
  expect(ids).toEqual([["1", "3"], ["2"], ["4"]]);
});

test("the hint of free freight: what is missing, 0 once it is free, nothing without a rule or a chosen line", () => {
  expect(missingForFreight({ freeFromFen: 29_900, goodsFen: 29_899 })).toBe(1);
  expect(missingForFreight({ freeFromFen: 29_900, goodsFen: 29_900 })).toBe(0);
  expect(missingForFreight({ freeFromFen: null, goodsFen: 1 })).toBeNull();
  expect(missingForFreight({ freeFromFen: 29_900, goodsFen: 0 })).toBeNull();
});

test.each([
  [{ left: 3 }, 3],
  [{ left: 3, buyMost: 2 }, 2],
  [{ left: 0 }, 1],
  [{}, 99],
])("MA11 the greatest quantity of %o is %i", (part, most) => {
  expect(mostOf(line(part))).toBe(most);
});

test.each([
  [{ addedFen: 18_000 }, "比加入时降 ¥12"],
  [{ addedFen: 16_450 }, "比加入时涨 ¥3.50"],
  [{ state: "short", left: 1 }, "仅剩 1 件"],
  [{ buyMost: 2 }, "每人限购 2 件"],
] as [Partial<CartLine>, string][])("MA10 the row of %o says %s", async (part, text) => {
  showRow(line(part));
  await expect.element(page.getByText(text)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("MA10 more than is left can only be lowered; a sold-out line cannot be chosen", async () => {
  const change = showRow(line({ qty: 4, state: "short", left: 3 }));
  await expect.element(page.getByRole("button", { name: "随行杯的数量增加" })).toBeDisabled();
  await page.getByRole("button", { name: "随行杯的数量减少" }).click();
  expect(change).toHaveBeenCalledWith(3, true);
  showRow(line({ state: "out" }));
  await expect.element(page.getByRole("checkbox", { name: "选择随行杯" })).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "到货提醒" })).toBeVisible();
  expect(page.getByRole("group").elements()).toEqual([]);
});
