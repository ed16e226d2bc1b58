import "../../ui/styles/test-base-styles.ts";
import "./home.module.css";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { QuickEntries } from "./home-sections.tsx";
import { show, violations } from "../../ui/testing/show.tsx";

test("K13 five quick entries: four business types and the wallet, each label on one line from 320 px", async () => {
  await page.viewport(320, 640);
  show(<QuickEntries />);
  const links = page.getByRole("navigation", { name: "快捷入口" }).getByRole("link");
  await expect.element(links.nth(4)).toHaveAttribute("href", "/mine/coupons");
  expect(links.elements().map((link) => link.textContent)).toEqual([
    "预约试驾",
    "售后关怀",
    "车主活动",
    "认证二手车",
    "我的卡券",
  ]);
  const heights = new Set(links.elements().map((link) => link.getBoundingClientRect().height));
  expect(heights.size).toBe(1);
  const widest = Math.max(...links.elements().map((link) => link.scrollWidth - link.clientWidth));
  expect(widest).toBeLessThanOrEqual(0);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  expect(await violations()).toEqual([]);
});
