import type { sponsorLevels2 } from "#contract/activity/sponsors.ts";

/** A region of the maker (requirement K05). */
export type DemoRegion = {
  readonly code: keyof typeof sponsorLevels2;
  readonly name: string;
  /** First two digits of its provinces' codes. */
  readonly provinces: readonly string[];
  /** City of its office. */
  readonly officeCity: string;
  /** A road known to its owners, and a sentence about it. */
  readonly road: string;
  readonly taste: string;
};

export const demoRegions: readonly DemoRegion[] = [
  {
    code: "VWSA400000",
    name: "华东",
    provinces: ["31", "32", "33", "34", "37"],
    officeCity: "310100",
    road: "皖南山路",
    taste: "从上海出发，四个小时就能换一种天气。",
  },
  {
    code: "VWSA300000",
    name: "华北",
    provinces: ["11", "12", "13", "14", "15"],
    officeCity: "110100",
    road: "太行一号公路",
    taste: "山在东边，高原在西边，风从坝上一路吹下来。",
  },
  {
    code: "VWSA500000",
    name: "华南",
    provinces: ["35", "44", "45", "46"],
    officeCity: "440100",
    road: "滨海公路",
    taste: "台风季以外，海一直在右手边。",
  },
  {
    code: "VWSA110000",
    name: "西南",
    provinces: ["50", "51", "52", "53", "54"],
    officeCity: "510100",
    road: "川西环线",
    taste: "海拔从五百升到四千，雨刮和暖风在同一天里都用得上。",
  },
  {
    code: "VWSA600000",
    name: "华中",
    provinces: ["41", "42"],
    officeCity: "420100",
    road: "汉江边的老国道",
    taste: "夏天热到四十度，冬天冷到骨头里，车都陪着。",
  },
  {
    code: "VWSA900000",
    name: "西北",
    provinces: ["61", "62", "63", "64", "65"],
    officeCity: "610100",
    road: "河西走廊",
    taste: "一条直路开两个小时，对面来一辆车会互相闪灯。",
  },
  {
    code: "VWSA100000",
    name: "北区",
    provinces: ["21", "22", "23"],
    officeCity: "210100",
    road: "331 边境公路",
    taste: "零下三十度的早晨，能一把启动就是好朋友。",
  },
  {
    code: "VWSA130000",
    name: "中南",
    provinces: ["36", "43"],
    officeCity: "430100",
    road: "罗霄山脉的县道",
    taste: "弯一个接一个，下坡的路口总有卖橘子的人。",
  },
];

/** Region of a city or province. @throws Error for a province without one */
export function demoRegionOf(code: string): DemoRegion {
  const region = demoRegions.find(({ provinces }) => provinces.includes(code.slice(0, 2)));
  if (!region) throw new Error(`no region for ${code}`);
  return region;
}
