import { expect, it } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import type { LocatedPlace } from "#contract/location/location.ts";
import type { LocateResult } from "./current-city.tsx";
import { button, dialog, hangzhou, heading, results, show, setUpCitySheet } from "./testing/city-sheet.tsx";

setUpCitySheet();

it("J16 the city is located on request, displayed and chosen", async () => {
  show();
  await expect.element(dialog.getByText("还没有获取位置")).toBeVisible();
  await button("获取定位").click();
  await button("杭州 刚刚更新").click();
  expect(results.chosen).toEqual(["杭州"]);
  await expect.element(button("重新定位")).toBeVisible();
});
it("J16 a known location is offered at once", async () => {
  show({ located: hangzhou });
  await button("杭州 浙江省").click();
  expect(results.chosen).toEqual(["杭州"]);
});
it("J07 J16 a city derived from the network address is marked as such", async () => {
  show({ locate: async () => ({ cityId: hangzhou.cityId, isByNetwork: true }) });
  await button("获取定位").click();
  await button("杭州 按网络判断").click();
  expect(results.chosen).toEqual(["杭州"]);
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
it("J16 the sheet shows that it is locating, and ignores a second press meanwhile", async () => {
  let answer: (place: LocatedPlace) => void = () => {};
  show({ locate: () => new Promise((resolve) => (answer = resolve)) });
  await button("获取定位").click();
  await expect.element(dialog.getByText("正在定位…")).toBeVisible();
  await expect.element(button("重新定位")).toBeDisabled();
  answer(hangzhou);
  await expect.element(button("杭州 刚刚更新")).toBeVisible();
});
it("J07 J16 a failure to locate is reported, and the list stays", async () => {
  show({ locate: () => Promise.reject(new Refusal("timeout")) });
  await button("获取定位").click();
  await expect.element(dialog.getByText("没有定位成功")).toBeVisible();
  await expect.element(heading("热门城市")).toBeVisible();
});
