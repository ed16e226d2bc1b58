import "../ui/styles/test-base-styles.ts";
import "../ui/styles/frame.module.css";
import "../ui/styles/controls.module.css";
import "../ui/styles/content.module.css";
import axe from "axe-core";
import type { ComponentProps } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Refusal } from "#contract/core/errors.ts";
import type { CityListing, District, LocatedPlace } from "#contract/location/location.ts";
import { CitySheet } from "./city-sheet.tsx";
import type { LocateResult } from "./current-city.tsx";
import { cities, hot } from "./testing/cities.ts";
import * as cityCss from "./city.module.css";
import * as letterRailCss from "./alphabet-index.module.css";

const tree: District = {
  code: "cn",
  name: "中国",
  children: [
    {
      code: "320000",
      name: "江苏省",
      children: [{ code: "320500", name: "苏州市", children: [{ code: "320583", name: "昆山市" }] }],
    },
  ],
};
const hangzhou: LocatedPlace = {
  province: "浙江省",
  provinceId: "330000",
  city: "杭州市",
  cityId: "330100",
  longitude: 120.2,
  latitude: 30.3,
};
const data = { cities: async () => ({ hot: [...hot], cities: [...cities] }), districts: async () => tree };

let root: Root;
let chosen: string[];
let cancelled: number;
const show = (props: Partial<ComponentProps<typeof CitySheet>> = {}) => {
  root.render(
    <CitySheet
      current={{ code: "310100", name: "上海" }}
      locate={async () => hangzhou}
      onChoose={(city: CityListing) => chosen.push(city.shortName)}
      onCancel={() => cancelled++}
      data={data}
      {...props}
    />,
  );
};
const dialog = page.getByRole("dialog", { name: "选择城市" });
const button = (name: string) => dialog.getByRole("button", { name, exact: true });
const search = dialog.getByRole("searchbox");
const heading = (name: string) => dialog.getByRole("heading", { name, exact: true });
const shown = () =>
  [...document.querySelectorAll(`.${cityCss.found} .${cityCss.row}`)].map((row) => row.textContent);

beforeEach(async () => {
  await page.viewport(390, 844);
  document.body.replaceChildren(document.createElement("div"));
  root = createRoot(document.body.firstElementChild as Element);
  chosen = [];
  cancelled = 0;
});
afterEach(() => root.unmount());

describe("J12 choosing from the list", () => {
  it("J12 a hot city and a city of the list are chosen by a tap", async () => {
    show();
    await button("杭州").first().click();
    await button("长沙").click();
    expect(chosen).toEqual(["杭州", "长沙"]);
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
    expect(chosen).toEqual(["苏州"]);
  });
  it("J12 arrow keys move along the list", async () => {
    show();
    await expect.element(button("安庆")).toBeInTheDocument();
    (button("安庆").element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{Enter}");
    expect(chosen).toEqual(["宝鸡"]);
  });
  it("J12 closes by its button and by Esc", async () => {
    show();
    await button("关闭").click();
    expect(cancelled).toBe(1);
    await userEvent.keyboard("{Escape}");
    expect(cancelled).toBe(2);
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
    expect(chosen).toEqual(["深圳", "苏州"]);
    await expect.element(search).toHaveFocus();
  });
  it("J12 a county-level city leads to its city", async () => {
    show();
    await search.fill("昆山");
    await vi.waitFor(() => expect(shown()).toEqual(["昆山市苏州 · 江苏省"]));
    await userEvent.keyboard("{Enter}");
    expect(chosen).toEqual(["苏州"]);
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
    expect(cancelled).toBe(0);
    await search.fill("sz");
    await button("清除").click();
    await expect.element(heading("热门城市")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(cancelled).toBe(1);
  });
});

describe("J12 the alphabet rail", () => {
  const rail = dialog.getByRole("slider", { name: "字母索引" });
  const body = () => document.querySelector(`.${cityCss.body}`) as HTMLElement;
  const top = (letter: string) => {
    const section = document.querySelector(`[data-letter="${letter}"]`) as HTMLElement;
    return Math.round(section.getBoundingClientRect().top - body().getBoundingClientRect().top);
  };

  it("J12 arrow keys, Home and End move it letter by letter", async () => {
    show();
    await expect.element(rail).toBeInTheDocument();
    (rail.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    await expect.element(rail).toHaveAttribute("aria-valuetext", "C");
    await vi.waitFor(() => expect(top("C")).toBe(0));
    await userEvent.keyboard("{ArrowUp}");
    await vi.waitFor(() => expect(top("B")).toBe(0));
    await userEvent.keyboard("{End}");
    await expect.element(rail).toHaveAttribute("aria-valuetext", "Y");
    await userEvent.keyboard("{Home}");
    await vi.waitFor(() => expect(top("A")).toBe(0));
  });
  it("J12 a finger drags it, with a bubble during the touch", async () => {
    show();
    await expect.element(rail).toBeInTheDocument();
    const letters = document.querySelector(`.${letterRailCss.rail}`) as HTMLElement;
    const { left, top: start, height } = letters.getBoundingClientRect();
    const count = letters.querySelectorAll("span").length;
    const at = async (type: string, place: number) => {
      letters.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerId: 1,
          clientX: left + 30,
          clientY: start + (height * (place + 0.5)) / count,
        }),
      );
      await new Promise((resolve) => requestAnimationFrame(resolve));
    };
    letters.setPointerCapture = () => {};
    await at("pointerdown", 1);
    await at("pointermove", 2);
    await vi.waitFor(() => expect(top("C")).toBe(0));
    expect(document.querySelector(`.${letterRailCss.rail} i`)?.textContent).toBe("C");
    await at("pointerup", 2);
    await vi.waitFor(() => expect(document.querySelector(`.${letterRailCss.rail} i`)).toBeNull());
    await at("pointermove", 0);
    expect(rail.element().getAttribute("aria-valuetext")).toBe("C");
  });
  it("J12 on a desktop the letters are in one column, and each leads to its own section", async () => {
    await page.viewport(1280, 560);
    show();
    await expect.element(rail).toBeInTheDocument();
    expect(getComputedStyle(document.querySelector(`.${letterRailCss.rail}`) as HTMLElement).display).toBe(
      "flex",
    );
    const tops = [...document.querySelectorAll<HTMLElement>("[data-letter]")].map(
      ({ offsetTop }) => offsetTop,
    );
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    expect(new Set(tops).size).toBe(tops.length);
    (rail.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await vi.waitFor(() => expect(top("B")).toBe(0));
  });
  it("J12 it follows the scroll position of the list", async () => {
    show();
    await expect.element(rail).toBeInTheDocument();
    body().scrollTop = (document.querySelector('[data-letter="C"]') as HTMLElement).offsetTop + 5;
    await expect.element(rail).toHaveAttribute("aria-valuetext", "C");
  });
});

describe("J16 the user's location", () => {
  it("J16 is located on request, displayed and chosen", async () => {
    show();
    await expect.element(dialog.getByText("还没有获取位置")).toBeVisible();
    await button("获取定位").click();
    await button("杭州 刚刚更新").click();
    expect(chosen).toEqual(["杭州"]);
    await expect.element(button("重新定位")).toBeVisible();
  });
  it("J16 a known location is offered at once", async () => {
    show({ located: hangzhou });
    await button("杭州 浙江省").click();
    expect(chosen).toEqual(["杭州"]);
  });
  it("J07 J16 a city derived from the network address is marked as such", async () => {
    show({ locate: async () => ({ cityId: hangzhou.cityId, isByNetwork: true }) });
    await button("获取定位").click();
    await button("杭州 按网络判断").click();
    expect(chosen).toEqual(["杭州"]);
  });
  it("J05 J16 a denied permission is explained, and locating can be retried", async () => {
    const answers: LocateResult[] = [{ refused: true }, hangzhou];
    show({ located: { refused: true }, locate: async () => answers.shift() ?? hangzhou });
    await expect.element(dialog.getByText("定位权限已关闭")).toBeVisible();
    await button("重新定位").click();
    await expect.element(dialog.getByText(/在系统或浏览器设置里允许/)).toBeVisible();
    await button("重新定位").click();
    await expect.element(button("杭州 刚刚更新")).toBeVisible();
    expect(dialog.getByText("定位权限已关闭").query()).toBeNull();
  });
  it("J16 shows that it is locating, and ignores a second press meanwhile", async () => {
    let answer: (place: LocatedPlace) => void = () => {};
    show({ locate: () => new Promise((resolve) => (answer = resolve)) });
    await button("获取定位").click();
    await expect.element(dialog.getByText("正在定位…")).toBeVisible();
    await expect.element(button("重新定位")).toBeDisabled();
    answer(hangzhou);
    await expect.element(button("杭州 刚刚更新")).toBeVisible();
  });
  it("J07 J16 a failure is reported, and the list stays", async () => {
    show({ locate: () => Promise.reject(new Refusal("timeout")) });
    await button("获取定位").click();
    await expect.element(dialog.getByText("没有定位成功")).toBeVisible();
    await expect.element(heading("热门城市")).toBeVisible();
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
