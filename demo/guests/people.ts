import type { SeededUser } from "../../server/session/index.ts";
import { seededHash, seededPick } from "../seeded-hash.ts";
import { demoId } from "../ids.ts";
import { DAY } from "../calendar.ts";

/** Invented people who take part in the demo's activities; a prime number, for `guestsOf`. */
export const GUEST_COUNT = 2003;

/** A guest with the name of their forms. */
export type DemoGuest = SeededUser & { readonly name: string };

const familyNames = [
  ..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文欧阳",
];
const givenNames =
  `伟 芳 娜 敏 静 磊 洋 艳 勇 军 杰 涛 明 超 霞 平 刚 桂英 子涵 一鸣 晓东 海波 文静 雨桐 佳琪 志远 建国 明轩 思远 若曦 浩然 嘉怡 晨曦 立新 春华 云飞 俊杰 雅婷 梓萱 永强 丽娜 国栋 小曼 亦凡 知行 安然 书瑶 天佑 婉清 景行 沐阳 思齐 怀瑾 望舒 清和 予安 一诺 星河 可心 乐天 长庚 采薇 之恒 舒窈`.split(
    " ",
  );
const nicknameForms = [
  "{name}",
  "{name}同学",
  "爱开车的{given}",
  "{given}在路上",
  "{family}先生",
  "{family}女士",
];

/** Mobile of a guest: of a range for devices, which belongs to no person's phone. */
const mobileOf = (place: number): string => `1400${String(3_100_000 + place * 37)}`;

function guestAt(place: number, now: number): DemoGuest {
  const key = `guest${place}`;
  const family = seededPick(familyNames, key);
  const given = seededPick(givenNames, `${key}given`);
  const nickname = seededPick(nicknameForms, `${key}form`)
    .replace("{name}", family + given)
    .replace("{given}", given)
    .replace("{family}", family);
  return {
    userId: demoId("guest", place),
    openId: `oDemoGuest${String(place).padStart(18, "0")}`,
    mobile: mobileOf(place),
    name: family + given,
    nickname,
    createdTime: now - (30 + (seededHash(`${key}since`) % 700)) * DAY,
  };
}

/** All guests, the same at every first start. */
export const demoGuests = (now: number): DemoGuest[] =>
  Array.from({ length: GUEST_COUNT }, (_, place) => guestAt(place, now));

/** Different guests of one occasion, at most all: a step through a prime number of people meets nobody twice. */
export function guestsOf(
  guests: readonly DemoGuest[],
  occasion: string,
  count: number,
  skipped = 0,
): DemoGuest[] {
  const start = seededHash(occasion) % guests.length;
  const step = 1 + (seededHash(`${occasion}step`) % (guests.length - 1));
  return Array.from({ length: Math.min(count, guests.length - skipped) }, (_, at) => {
    const guest = guests[(start + (at + skipped) * step) % guests.length];
    if (!guest) throw new Error(`no guests for ${occasion}`);
    return guest;
  });
}
