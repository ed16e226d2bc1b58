import axe from "axe-core";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Refusal } from "#contract/core/errors.ts";
import {
  button,
  data,
  dialog,
  heading,
  results,
  search,
  show,
  shown,
  setUpCitySheet,
} from "./testing/city-sheet.tsx";
import * as cityCss from "./city.module.css";

setUpCitySheet();

describe("J12 choosing from the list", () => {
  it("J12 a hot city and a city of the list are chosen by a tap", async () => {
    show();
    await button("杭州").first().click();
    await button("长沙").click();
    expect(results.chosen).toEqual(["杭州", "长沙"]);
  });
  it("J12 the current city is marked; a prefecture named like a province is distinguished", async () => {
    show();
    await expect.element(button("上海").first()).toHaveAttribute("aria-current", "true");
    await expect.element(button("海南 青海省")).toBeVisible();
  });
  it("J12 recently chosen cities are listed above the hot ones, unknown codes are not", async () => {
    show({ history: [{ code: "320500" }, { code: "999999" }] });
    await expect.element(heading("最近选择")).toBeVisible();
    await button("苏州").first().click();
    expect(results.chosen).toEqual(["苏州"]);
  });
  it("J12 arrow keys move along the list", async () => {
    show();
    await expect.element(button("安庆")).toBeInTheDocument();
    (button("安庆").element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{Enter}");
    expect(results.chosen).toEqual(["宝鸡"]);
  });
  it("J12 closes by its button and by Esc", async () => {
    show();
    await button("关闭").click();
    expect(results.cancelled).toBe(1);
    await userEvent.keyboard("{Escape}");
    expect(results.cancelled).toBe(2);
  });
});

describe("J12 searching", () => {
  it.each([
    ["sz", ["深圳广东省", "苏州江苏省", "宿州安徽省"]],
    ["chongq", ["重庆"]],
    ["上海市", ["上海"]],
  ])("J12 %s", async (text, expected) => {
    show();
    await search.fill(text);
    await vi.waitFor(() => expect(shown()).toEqual(expected));
    await expect.element(dialog.getByRole("status")).toHaveTextContent(`找到 ${expected.length} 个城市`);
  });
  it("J12 Enter chooses the best match, arrow keys move to the others and back", async () => {
    show();
    await search.fill("sz");
    await vi.waitFor(() => expect(shown()).toHaveLength(3));
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(results.chosen).toEqual(["深圳", "苏州"]);
    await expect.element(search).toHaveFocus();
  });
  it("J12 a county-level city leads to its city", async () => {
    show();
    await search.fill("昆山");
    await vi.waitFor(() => expect(shown()).toEqual(["昆山市苏州 · 江苏省"]));
    await userEvent.keyboard("{Enter}");
    expect(results.chosen).toEqual(["苏州"]);
  });
  it.each([
    ["蘇州", ["苏州江苏省"]],
    ["kunshan", ["昆山市苏州 · 江苏省"]],
  ])("J19 %s is found by the server's matches", async (text, expected) => {
    show();
    await search.fill(text);
    await vi.waitFor(() => expect(shown()).toEqual(expected));
    expect(page.getByText(/^没有找到/).elements()).toEqual([]);
    await userEvent.keyboard("{Enter}");
    expect(results.chosen).toEqual(["苏州"]);
  });
  it("J19 a failure of the server leaves the matches of the index", async () => {
    show({ data: { ...data, matches: () => Promise.reject(new Refusal("offline")) } });
    await search.fill("suzhou");
    await vi.waitFor(() => expect(shown()).toEqual(["苏州江苏省", "宿州安徽省"]));
    await search.fill("廣州");
    await expect.element(heading("没有找到“廣州”")).toBeVisible();
  });
  it("J12 a search without match is reported, with the text as text", async () => {
    show();
    await search.fill("<b>东京");
    await expect.element(heading("没有找到“<b>东京”")).toBeVisible();
  });
  it("J12 Esc clears the search first, then closes the sheet; the button clears too", async () => {
    show();
    await search.fill("sz");
    await userEvent.keyboard("{Escape}");
    await expect.element(search).toHaveValue("");
    expect(results.cancelled).toBe(0);
    await search.fill("sz");
    await button("清除").click();
    await expect.element(heading("热门城市")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(results.cancelled).toBe(1);
  });
});

it("K23 a failed load is reported and retried", async () => {
  const answers = [() => Promise.reject(new Refusal("offline")), data.cities];
  show({ data: { ...data, cities: () => (answers.shift() ?? data.cities)() } });
  await expect.element(heading("网络好像断开了")).toBeVisible();
  await button("再试一次").click();
  await expect.element(heading("热门城市")).toBeVisible();
});

describe("Z08 accessible", () => {
  const violations = async () =>
    (await axe.run(document.body)).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
  it("Z08 axe finds no violations in the list, the denied permission and a search", async () => {
    show({ located: { refused: true } });
    await expect.element(heading("热门城市")).toBeVisible();
    expect(await violations()).toEqual([]);
    await search.fill("sz");
    await vi.waitFor(() => expect(shown()).toHaveLength(3));
    expect(await violations()).toEqual([]);
  });
  it.each([320, 360, 390, 768, 1280])(
    "B15 nothing is wider than %i px, everything is 44 px high",
    async (width) => {
      await page.viewport(width, 844);
      show({ located: { refused: true }, history: [{ code: "320500" }] });
      await expect.element(heading("热门城市")).toBeVisible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(document.querySelector(`.${cityCss.body}`)?.scrollWidth).toBeLessThanOrEqual(width);
      const low = [...document.querySelectorAll(`.${cityCss.sheet} button`)].filter(
        (one) => one.clientHeight < 44,
      );
      expect(low.map(({ textContent }) => textContent)).toEqual([]);
    },
  );
});
