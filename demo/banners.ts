import type { NewBanner } from "../server/activity/index.ts";
import { monthOf, seasonOf } from "./calendar.ts";
import { demoId } from "./ids.ts";
import { urlOf, type PictureUrls } from "./pictures.ts";

type Draft = Omit<NewBanner, "id" | "imageUrl" | "position" | "place" | "cityCode"> & {
  readonly picture: string;
  readonly cityCode?: string;
};

const seasonNames = { 春: "春日", 夏: "夏日", 秋: "金秋", 冬: "暖冬" } as const;

/** @param cities number of cities with activities */
function indexDrafts(now: number, cities: number): Draft[] {
  const month = monthOf(now);
  const care: Draft = {
    picture: "banner-winter-care",
    title: "冬季用车\n关怀月",
    subtitle: "28 项免费检测",
    action: "查看详情",
    link: "/list?businessType=2",
    tone: "dark",
  };
  return [
    {
      picture: "banner-autumn-drive",
      title: `${seasonNames[seasonOf(now)]}山路\n试驾季`,
      subtitle: `全国 ${cities} 城，开过才知道`,
      action: "立即预约",
      link: "/list?businessType=1",
      tone: "light",
    },
    ...(month >= 10 || month <= 3 ? [care] : []),
    {
      picture: "banner-trade-in",
      title: "旧车换新\n至高补 1.2 万",
      subtitle: "半小时，给你一个准数",
      action: "去估价",
      link: "/list?businessType=4",
      tone: "dark",
    },
    {
      picture: "banner-owner-day",
      title: "把尾门打开\n车主露营夜",
      subtitle: "外放电、投影和一锅热汤",
      action: "看看去哪儿",
      link: "/list?businessType=3",
      tone: "light",
    },
    {
      picture: "banner-launch",
      title: "望野 · 知微\n到店首秀",
      subtitle: "没有隔离带，请坐进去",
      action: "预约品鉴",
      link: "/list?seriesCode=wangye",
      tone: "light",
    },
    {
      picture: "banner-owner-day",
      cityCode: "510100",
      title: "成都车主\n把夜晚留给山里",
      subtitle: "龙泉山、云顶山，周末见",
      action: "看看活动",
      link: "/list?businessType=3",
      tone: "light",
    },
  ];
}

/** Banners of the mall page. */
const mallDrafts: readonly Draft[] = [
  {
    picture: "banner-launch",
    title: "望野 · 知微\n开放预约",
    subtitle: "预约不收费，按先后排产",
    action: "去预约",
    link: "/list?activityType=online&businessType=1",
    tone: "light",
  },
  {
    picture: "banner-winter-care",
    title: "检测券 · 保养券\n先领再用",
    subtitle: "放进“我的卡券”，到店出示",
    action: "去领券",
    link: "/list?activityType=online&businessType=2",
    tone: "dark",
  },
];

/** Banners of the index and of the mall, in display order; one city has its own. */
export const demoBanners = (pictures: PictureUrls, cities: number, now: number): NewBanner[] =>
  [
    ...indexDrafts(now, cities).map((draft) => ({ ...draft, position: "index" })),
    ...mallDrafts.map((draft) => ({ ...draft, position: "mall" })),
  ].map(({ picture, cityCode = null, ...texts }, place) => ({
    id: demoId("banner", place),
    imageUrl: urlOf(pictures, picture),
    place,
    cityCode,
    ...texts,
  }));
