import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/frame.module.css";
import "../../ui/styles/controls.module.css";
import "../../ui/styles/content.module.css";
import type { ComponentProps } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach } from "vitest";
import { page } from "vitest/browser";
import type { CityListing, District, LocatedPlace } from "#contract/location/location.ts";
import { CitySheet } from "../city-sheet.tsx";
import * as cityCss from "../city.module.css";
import { cities, hot } from "./cities.ts";

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
export const hangzhou: LocatedPlace = {
  province: "浙江省",
  provinceId: "330000",
  city: "杭州市",
  cityId: "330100",
  longitude: 120.2,
  latitude: 30.3,
};
export const data = {
  cities: async () => ({ hot: [...hot], cities: [...cities] }),
  districts: async () => tree,
  matches: async (text: string) =>
    text === "蘇州" || text === "kunshan"
      ? {
          keyword: text.replace("蘇", "苏"),
          districts: text === "kunshan" ? [{ code: "320583", name: "昆山市", cityCode: "320500" }] : [],
        }
      : { keyword: text, districts: [] },
};

let root: Root;
/** Short names of the chosen cities, and the number of cancellations, reset before each test. */
export const results = { chosen: [] as string[], cancelled: 0 };
export const show = (props: Partial<ComponentProps<typeof CitySheet>> = {}) => {
  root.render(
    <CitySheet
      current={{ code: "310100", name: "上海" }}
      locate={async () => hangzhou}
      onChoose={(city: CityListing) => results.chosen.push(city.shortName)}
      onCancel={() => results.cancelled++}
      data={data}
      {...props}
    />,
  );
};
export const dialog = page.getByRole("dialog", { name: "选择城市" });
export const button = (name: string) => dialog.getByRole("button", { name, exact: true });
export const search = dialog.getByRole("searchbox");
export const heading = (name: string) => dialog.getByRole("heading", { name, exact: true });
export const shown = () =>
  [...document.querySelectorAll(`.${cityCss.found} .${cityCss.row}`)].map((row) => row.textContent);

/** Gives each test of a file an empty document, in the size of a phone. */
export function setUpCitySheet(): void {
  beforeEach(async () => {
    await page.viewport(390, 844);
    document.body.replaceChildren(document.createElement("div"));
    root = createRoot(document.body.firstElementChild as Element);
    [results.chosen, results.cancelled] = [[], 0];
  });
  afterEach(() => root.unmount());
}
