import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import * as listPageCss from "./list-page.module.css";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FilterBar } from "./filter-bar.tsx";
import { listFilters } from "./list-filters.ts";
import type { ListQuery } from "./list-query.ts";
import { submittedQuery } from "../testing/submitted-query.ts";
import { show, violations } from "../../ui/testing/show.tsx";

const series = [
  { seriesCode: "yuanshan", seriesName: "远山", imageUrl: "data:," },
  { seriesCode: "zhuguang", seriesName: "逐光", imageUrl: "data:," },
];
const go = vi.fn<(address: string) => void>();
const chooseCity = vi.fn<() => void>();
const onOpen = vi.fn<(isOpen: boolean) => void>();
const count = vi.fn<(query: ListQuery) => Promise<number>>();

function showBar(search = ""): void {
  const parameters = new URLSearchParams(search);
  const filters = listFilters({ parameters, series, action: "/list", count, go });
  show(<FilterBar cityName="上海" chooseCity={chooseCity} filters={filters} onOpen={onOpen} />);
}
const opened = () => document.querySelectorAll("details[open]").length;
const summary = (name: string) => page.getByText(name, { exact: true }).first();
const apply = (name: string | RegExp) => page.getByRole("button", { name });

beforeEach(async () => {
  await page.viewport(390, 844);
  vi.clearAllMocks();
  count.mockImplementation(async ({ status, seriesCode }) => (seriesCode ? 8 : status === 3 ? 0 : 26));
});

test("K21 a chosen option is counted in the button, then applied to the address with all other parameters", async () => {
  showBar("utm_source=x&activityType=online");
  await summary("车系").click();
  await expect.element(apply("查看 26 场活动")).toBeVisible();
  await page.getByText("逐光").click();
  await apply("查看 8 场活动").click();
  expect(count).toHaveBeenLastCalledWith({ activityType: "online", seriesCode: "zhuguang" });
  expect(go).toHaveBeenCalledWith("/list?activityType=online&seriesCode=zhuguang&utm_source=x");
  expect(opened()).toBe(0);
});

test("a choice without results cannot be applied; reset removes the choice", async () => {
  showBar("status=2");
  await summary("进行中").click();
  await page.getByText("已结束").click();
  await expect.element(apply("没有符合的活动")).toBeDisabled();
  await page.getByRole("link", { name: "重置" }).first().click();
  await apply("查看 26 场活动").click();
  expect(go).toHaveBeenCalledWith("/list");
});

test("a choice that was not applied is reset when the panel closes", async () => {
  showBar("status=2");
  await summary("进行中").click();
  await page.getByText("未开始").click();
  await userEvent.keyboard("{Escape}");
  await summary("进行中").click();
  await expect.element(page.getByRole("radio", { name: "报名中 / 进行中" })).toBeChecked();
});

test("one panel at a time; Esc returns the focus; a press outside closes", async () => {
  showBar();
  await summary("状态").click();
  await expect.poll(() => onOpen.mock.lastCall).toEqual([true]);
  await summary("类型").click();
  expect(opened()).toBe(1);
  await userEvent.keyboard("{Escape}");
  expect(opened()).toBe(0);
  expect(document.activeElement?.textContent).toBe("类型");
  await summary("类型").click();
  await expect.poll(() => document.querySelector(`.${listPageCss.scrim}`)).not.toBeNull();
  await userEvent.click(page.elementLocator(document.querySelector(`.${listPageCss.scrim}`) as Element), {
    position: { x: 200, y: 700 },
  });
  await expect.poll(opened).toBe(0);
  await expect.poll(() => onOpen.mock.lastCall).toEqual([false]);
});

test("a failed count leaves the button usable", async () => {
  count.mockRejectedValue(new Error("down"));
  showBar();
  await summary("状态").click();
  await page.getByText("未开始").click();
  await apply("查看活动").click();
  expect(go).toHaveBeenCalledWith("/list?status=1");
});

test("the options are radio buttons of a GET form that keeps the rest of the address", async () => {
  showBar("utm_source=x&keyword=山&status=2");
  await summary("车系").click();
  await page.getByText("远山").click();
  const form = document.querySelector<HTMLFormElement>("details[open] form");
  expect([form?.method, form?.getAttribute("action")]).toEqual(["get", "/list"]);
  expect(submittedQuery(form).toString()).toBe(
    new URLSearchParams("utm_source=x&keyword=山&status=2&seriesCode=yuanshan").toString(),
  );
});

test("the city button opens the choice of a city; axe finds nothing while closed or open", async () => {
  showBar("seriesCode=yuanshan");
  await page.getByRole("button", { name: "当前城市：上海，点击切换" }).click();
  expect(chooseCity).toHaveBeenCalledOnce();
  expect(await violations()).toEqual([]);
  await summary("远山").click();
  await expect.element(apply("查看 8 场活动")).toBeVisible();
  expect(await violations()).toEqual([]);
});
