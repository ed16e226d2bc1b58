import type { NewMember } from "../../server/club/index.ts";
import { seededHash, seededPick, seededFraction } from "../seeded-hash.ts";
import type { SeriesCode } from "../concepts/concept.ts";
import { demoId } from "../ids.ts";
import { demoAccounts } from "../accounts.ts";
import { urlOf, type PictureUrls } from "../pictures.ts";

const DAY = 86_400_000;
const OTHER_MEMBERS = 420;

/** Nicknames; the first ones appear in the mock-ups. */
const nicknames =
  `老周 Zhou 青岚小助手 绿皮火车 山脊线 一颗青梅 阿远 南风知意 大雄开电车 周末不加班 海盐拿铁 老白的远山 木木的车 苏打绿 小满 北纬三十度 慢慢开 张师傅不急 二胖 阳光房东 胡杨 豆浆油条 西湖边的猫 三点水 夜航船 陈皮糖 老王不在隔壁 溪口 半糖去冰 麦子熟了 晚风 Kevin在路上 阿May 小鹿乱跑 铁观音 逐光的人 雪国列车 老李头 面包树 柚子 橙子汽水 云上牧歌 江南小巷 石头剪刀布 一路向西 追风少年老了 爱吃鱼的喵 冬眠的熊 鹿鸣 青禾 欧阳小北 司马大叔 诸葛亮车灯 上官云 电车老炮 小海豚妈妈 丁丁当爸 乐乐妈 圆圆和方方 Leo爸爸 静水流深 竹外桃花 梧桐更兼细雨 十里春风 浅浅 川西小分队长 老杨测续航 阿强 Momo 小宇宙 林间的鹿`.split(
    / (?!Zhou)/,
  );
const familyNames = [..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧"];
const givenNames =
  `子涵 一鸣 晓东 海波 文静 雨桐 佳琪 志远 建国 明轩 思远 若曦 浩然 嘉怡 晨曦 立新 春华 云飞 俊杰 雅婷 梓萱 永强 丽娜 国栋 小曼 亦凡 知行 安然`.split(
    " ",
  );
const suffixes = ["", "", "", "", "", "", "", "在路上", "同学", "的车", "🚗", "爱露营"];
const seriesWeights: readonly SeriesCode[] = [
  "yuanshan",
  "yuanshan",
  "xingyun",
  "zhuguang",
  "xiaocheng",
  "wangye",
  "zhiwei",
];

function nameOf(place: number): string {
  const own = nicknames[place];
  if (own !== undefined) return own;
  const key = `name${place}`;
  return (
    seededPick(familyNames, key) + seededPick(givenNames, `${key}given`) + seededPick(suffixes, `${key}tail`)
  );
}

/** Members of the demo's club: account holders first, then the others. */
export function demoMembers(pictures: PictureUrls, now: number): NewMember[] {
  const avatar = (key: string): string => urlOf(pictures, `avatar-${1 + (seededHash(key) % 8)}`);
  const accounts = demoAccounts.map(({ mobile, nickname, owner, seriesCodes }, place) => ({
    memberId: demoId("clubMember", place),
    mobile,
    displayName: nickname,
    avatar: null,
    owner,
    seriesCodes,
    createdTime: now - (400 - place) * DAY,
  }));
  const others = Array.from({ length: OTHER_MEMBERS }, (_, place) => ({
    memberId: demoId("clubMember", 100 + place),
    mobile: null,
    displayName: nameOf(place),
    avatar: seededFraction(`face${place}`) < 0.85 ? avatar(`avatar${place}`) : null,
    owner: seededFraction(`owner${place}`) < 0.92,
    seriesCodes: [seededPick(seriesWeights, `series${place}`)],
    createdTime: now - (380 - place) * DAY,
  }));
  return [...accounts, ...others];
}
