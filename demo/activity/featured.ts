import { monthOf } from "../calendar.ts";
import { startOfSlotDay, type ScheduledActivity } from "./scheduling.ts";
import type { Concept } from "../concepts/concept.ts";
import { conceptOf } from "../concepts/index.ts";
import { demoId } from "../ids.ts";
import type { DemoPlaces } from "../location/places.ts";
import type { CalendarSlot } from "./slots.ts";

const SHANGHAI = "310100";

/** An activity in Shanghai that always exists, as drawn in the mock-ups. */
type FeaturedActivity = {
  readonly name: string;
  readonly concept: string;
  readonly place: string;
  readonly slot: CalendarSlot;
  /** Overrides of its concept. */
  readonly overrides?: Partial<Concept>;
};

const dawnDrive: Partial<Concept> = {
  titles: ["莫干山晨雾试驾 · 青岚远山首批体验"],
  subtitles: ["两个编队、十台远山，从江边开到竹海"],
  openings: [
    "竹海里的莫干山，清晨有雾，转弯之前先听见水声。我们准备了 10 台青岚远山，邀请 50 位朋友分两个编队，从徐汇滨江出发，开上盘山公路，用真实的坡道和弯角，感受空气悬架与四驱系统。",
  ],
  text: `
!
# 从江边到竹海
门店只作签到与早餐。编队上高速，约两个半小时到莫干山，途中换一次驾驶，正好试试高速的静和稳。
# 三段山路
- 第一段上坡：踩下去的一瞬间有没有迟疑，坡顶还剩多少余力
- 第二段连续弯：车身收得快不快，后排会不会晃
- 第三段下坡：动能回收分三档，试试只用一个踏板开到山脚
# 关于车
试驾车为远山四驱长续航版，出发时电量不低于 95%。返回门店后我们会一起看电耗，不挑好看的数字。`,
  tags: ["山路", "四驱", "含早午餐"],
  agenda: `
08:30 签到 · 热咖啡与早餐 | 出示报名凭证，领取随行礼；第二编队顺延一小时
09:10 出发 · 编队上高速 | 两车一组，中途换驾
11:40 三段式山路 | 教练车全程陪同
12:50 裸心谷观景台 · 午餐与自由拍摄
14:10 返程与反馈 | 回到门店看电耗`,
  benefits: `
早午餐与保险 | 每席含早餐、午餐和当日意外险
随行礼 | 青岚保温杯一只
到店礼 | 一个月内到店再试，送胎压检测一次`,
  venueKinds: ["中心"],
  hours: ["08:30-16:30", "09:30-17:30"],
  seats: [25],
};

const coastDrive: Partial<Concept> = {
  titles: [
    "从滴水湖到崇明东滩，一天开过长江隧桥和三十公里海堤 · 行云与知微长途联合试驾（含午餐、保险与返程接驳）",
  ],
  subtitles: ["一百二十公里，从一个海角到另一个海角"],
  openings: [
    "从上海最东南的湖，到最东北的滩。{date}，10 台行云与知微从滴水湖出发，沿海堤、过隧桥，下午到崇明东滩看潮。",
  ],
  text: `
# 路线
全程约 120 公里：海堤路 30 公里，绕城高速 60 公里，长江隧桥与崇明乡道 30 公里。中途换两次驾驶。
!
# 建议你这样试
- 隧桥上关掉音乐三分钟，只听风和胎
- 海堤路侧风大，留意方向盘需要修正多少
- 到东滩后换到后排坐一段，再决定要不要六座
# 怎么回来
车辆由工作人员开回，参加者乘大巴返回滴水湖地铁站，预计 17:30 到。`,
  agenda: `
09:00 签到 · 路书与安全说明 | 领对讲机，分组
09:30 第一程 · 海堤路 | 约 30 公里
11:00 第二程 · 高速与隧桥 | 约 70 公里，中途换驾
12:40 崇明午餐
14:00 第三程 · 东滩乡道 | 约 20 公里，可停车拍照
15:30 看潮与反馈 | 16:00 大巴返程`,
  benefits: `
午餐与保险 | 含当日意外险
返程接驳 | 大巴送到滴水湖地铁站
试驾手记 | 记下胎噪、风噪和电耗，带回家对比`,
  hours: ["09:00-16:00"],
  seats: [20],
};

const featuredActivities: readonly FeaturedActivity[] = [
  {
    name: "dawnDrive",
    concept: "hill-drive",
    place: "徐汇滨江",
    slot: { week: 0, day: "sat", opens: 18, state: "near" },
    overrides: dawnDrive,
  },
  {
    name: "lakeCamp",
    concept: "tail-camp",
    place: "淀山湖",
    slot: { week: 1, day: "sat", opens: 26, state: "half" },
    overrides: { seats: [25] },
  },
  {
    name: "trackDay",
    concept: "track-day",
    place: "上赛场",
    // Sign-up opens on the Monday after the dawn drive.
    slot: { week: 2, day: "sat", opens: 12, state: "waiting" },
    overrides: { titles: ["赛道开放日：青岚逐光驾驭课"] },
  },
  {
    name: "careClass",
    concept: "winter-battery",
    place: "闵行",
    slot: { week: 0, day: "sun", opens: 20, state: "full" },
    overrides: {
      titles: ["爱车养护讲堂：冬季电池这样用"],
      hours: ["14:00-15:45", "16:00-17:45"],
      seats: [30],
    },
  },
  {
    name: "usedWeek",
    concept: "used-week",
    place: "普陀",
    slot: { week: 0, day: "sat", opens: 16, state: "half" },
    overrides: { titles: ["官方认证二手车品鉴周"] },
  },
  {
    name: "seasideCoffee",
    concept: "coffee",
    place: "金山海边",
    slot: { week: -3, day: "sat", opens: 21, state: "ended" },
    overrides: { titles: ["金山海边咖啡局 · 车主{season}聚会"] },
  },
  {
    name: "bootMarket",
    concept: "boot-market",
    place: "杨浦滨江",
    slot: { week: 1, day: "sun", opens: 30, state: "half" },
  },
  {
    name: "longTitle",
    concept: "shore-drive",
    place: "滴水湖",
    slot: { week: 2, day: "sun", opens: 35, state: "few" },
    overrides: coastDrive,
  },
  {
    name: "rareName",
    concept: "charging",
    place: "𠮷汇里",
    slot: { week: 1, day: "sat", opens: 24, state: "few" },
  },
  {
    name: "nightDrive",
    concept: "night-drive",
    place: "北外滩",
    slot: { week: -1, day: "sat", opens: 21, state: "near" },
  },
  {
    name: "morningCoffee",
    concept: "coffee",
    place: "武康路",
    slot: { week: -1, day: "sun", opens: 21, state: "half" },
  },
];

/** Ids of the featured activities, for links and end-to-end tests. */
export const featuredIds: Readonly<Record<string, string>> = Object.fromEntries(
  featuredActivities.map(({ name }, at) => [name, demoId("activity", at)]),
);

/** Replaces the winter class by a summer class in the warm months. */
const adaptToSeason = (feature: FeaturedActivity, month: number): FeaturedActivity =>
  feature.name === "careClass" && month >= 4 && month <= 9
    ? {
        ...feature,
        concept: "summer-care",
        overrides: { ...feature.overrides, titles: ["爱车养护讲堂：暴晒和暴雨"] },
      }
    : feature;

/** Schedules the featured activities. @throws Error if a place is missing */
export function scheduleFeatured(places: DemoPlaces, now: number): ScheduledActivity[] {
  const city = places.cities.find(({ code }) => code === SHANGHAI);
  if (!city) throw new Error("no Shanghai");
  return featuredActivities.map((feature) => {
    const midnight = startOfSlotDay(feature.slot, now);
    const { concept, overrides, place: name, slot } = adaptToSeason(feature, monthOf(midnight));
    const scheduledConcept = { ...conceptOf(concept), ...overrides };
    const place = places
      .placesOf(SHANGHAI)
      .find((one) => one.name === name && scheduledConcept.venueKinds.includes(one.kind));
    if (!place) throw new Error(`no place ${name} for ${concept}`);
    return { city, concept: scheduledConcept, place, slot, midnight };
  });
}
