import type { CoverName, SeriesCode } from "../concepts/concept.ts";

/** A group of the demo's club. */
export type DemoGroup = {
  readonly name: string;
  readonly cover: CoverName;
  readonly intro: string;
  readonly rules: string;
  /** City; null: nationwide. */
  readonly city: readonly [code: string, name: string] | null;
  readonly series: readonly SeriesCode[];
  readonly places: number;
  readonly joinMode: "open" | "approval";
  /** Percentage of eligible members that are in it. */
  readonly share: number;
  /** Themes of its articles. */
  readonly themes: readonly string[];
};

const rules = `尊重每一位车友，不攻击、不带节奏
发帖写清时间地点，别人才好参考
不发广告、不卖货，二手转让走私信
路上的照片记得给路人和车牌打码
跑山不飙车，安全到家最重要`;
const group = (
  line: string,
  city: DemoGroup["city"],
  series: readonly SeriesCode[],
  themes: string,
  more: Partial<DemoGroup> = {},
): DemoGroup => {
  const [name = "", cover = "", intro = ""] = line.split("|").map((part) => part.trim());
  return {
    name,
    cover: cover as CoverName,
    intro,
    rules,
    city,
    series,
    places: 2_000,
    joinMode: "open",
    share: 40,
    themes: themes.split(" "),
    ...more,
  };
};

/** The first one is shown in the mock-ups. */
export const demoGroups: readonly DemoGroup[] = [
  group(
    "远山 · 华东车友会 | mountain-dawn | 山脊、清晨、热咖啡。每月第一个周六出发。",
    ["310100", "上海"],
    ["yuanshan"],
    "ridge range meet camp",
    { share: 100 },
  ),
  group(
    "行云上海分队 | city-drive | 城市通勤、充电攻略、周三夜骑",
    ["310100", "上海"],
    ["xingyun"],
    "commute charge night",
    { share: 82 },
  ),
  group(
    "逐光赛道营 | track-day | 仅限认证逐光车主，圈速、轮胎、刹车油",
    null,
    ["zhuguang"],
    "track range care",
    { joinMode: "approval", share: 78 },
  ),
  group("纯电生活家 | charging | 家充安装与冬季续航", null, [], "charge winter range", { share: 58 }),
  group(
    "北境冰雪队 | snow | 漠河、长白山，每年一次",
    ["230100", "哈尔滨"],
    ["wangye", "yuanshan"],
    "winter camp ridge",
    {
      share: 34,
    },
  ),
  group("用车问答社 | workshop | 服务技师每晚 8 点在线", null, [], "care question charge", {
    share: 82,
    places: 20_000,
  }),
  group("周末露营社 | camping | 车边支一张桌子，就是周末", ["310100", "上海"], [], "camp family meet", {
    share: 24,
  }),
  group("上海海边咖啡局 | shore | 周六早上七点，临港见", ["310100", "上海"], [], "meet night ridge", {
    share: 20,
  }),
  group("望野西行记 | badlands | 去有风的地方，独库、青甘、阿里", null, ["wangye"], "west ridge camp", {
    share: 30,
  }),
  group("知微亲子车 | terrace | 带娃出门这件小事", ["440100", "广州"], ["zhiwei"], "family camp question", {
    share: 32,
  }),
  group(
    "晓城停车有术 | dusk | 小车的快乐，大车想象不到",
    ["510100", "成都"],
    ["xiaocheng"],
    "commute charge question",
    {
      share: 88,
    },
  ),
  group(
    "北京夜跑小队 | night-highway | 二环以里，夜里十点",
    ["110100", "北京"],
    ["xingyun", "zhuguang"],
    "night meet commute",
    {
      share: 30,
    },
  ),
  group("深圳追光者 | stars | 日出、星空、延时摄影", ["440300", "深圳"], [], "photo ridge camp", {
    share: 28,
  }),
  group(
    "杭州云雾小组 | mountain-dawn | 天目山、莫干山、龙井问茶",
    ["330100", "杭州"],
    [],
    "ridge family photo",
    { share: 34 },
  ),
];
