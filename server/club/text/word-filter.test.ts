import { Converter } from "opencc-js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { wordFinder } from "./word-filter.ts";

const wordFilter = (list: readonly string[]) => {
  const find = wordFinder(list);
  return (text: string): boolean => find(text).length > 0;
};

test("a forbidden word is found with spaces, signs or wide letters in it, and as a part of another word", () => {
  const hasForbiddenWord = wordFilter(["加微信", "VPN", " "]);
  for (const text of ["加微信领", "加 微\u200b信", "加-微.信", "ｖｐｎ", "v p n"])
    expect(hasForbiddenWord(text)).toBe(true);
  for (const text of ["加油微笑信心", "", "微信"]) expect(hasForbiddenWord(text)).toBe(false);
  expect(wordFilter([])("加微信")).toBe(false);
});

test("P25 characters that show nothing, marks and other forms of letters hide no forbidden word", () => {
  const hasForbiddenWord = wordFilter(["加微信", "VPN", "刷单"]);
  const between = [
    "\u3164",
    "\u2800",
    "\u115f",
    "\u1160",
    "\uffa0",
    "\u034f",
    "\ufe0f",
    "\u0301",
    "\u20dd",
    "\u{e0100}",
  ];
  for (const one of [...between, "\u{13441}", "\u{1d159}", "\u2063", "\u00ad", "\u180b", "\ufffc"]) {
    expect([one, hasForbiddenWord(`请加${one}微${one}信聊`)]).toEqual([one, true]);
    expect([one, hasForbiddenWord(`v${one}P${one}n`)]).toEqual([one, true]);
  }
  for (const text of ["ⓥⓟⓝ", "𝐕𝐏𝐍", "Ｖ．Ｐ．Ｎ", "v̶p̶n̶", "刷\u2003单", "刷🚗单"])
    expect(hasForbiddenWord(text)).toBe(true);
  // The list itself may be disguised too.
  expect(wordFilter(["加\u3164微信"])("加微信")).toBe(true);
});

test("P25 a forbidden word is found in simplified, traditional and mixed forms, and the list may be written in either", () => {
  const hasForbiddenWord = wordFilter(["发票", "赌博", "加微信", "了解详情", "干净外挂"]);
  for (const text of [
    "發票",
    "發 票",
    "代開發·票",
    "賭博",
    "赌\u3164博",
    "賭博網",
    "瞭解詳情",
    "了解詳情",
    "乾淨外掛",
    "乾净外挂",
  ])
    expect([text, hasForbiddenWord(text)]).toEqual([text, true]);
  for (const text of ["头髮", "發財", "票據", "博弈", "乾隆"])
    expect([text, hasForbiddenWord(text)]).toEqual([text, false]);
  const traditional = wordFilter(["發票", "衞生紙", "著作權"]);
  for (const text of ["发票", "髮票", "卫生纸", "衛生纸", "着作权", "著作权"])
    expect([text, traditional(text)]).toEqual([text, true]);
});

test("P25 each character of a forbidden word may have any of its forms", () => {
  const toForms = (["hk", "tw", "twp", "t"] as const).map((to) => Converter({ from: "cn", to }));
  const words = [
    "刷单返现",
    "网络贷款",
    "办理证件",
    "开发票据",
    "脏话连篇",
    "裸体直播",
    "枪支弹药",
    "游戏外挂",
  ];
  const hasForbiddenWord = wordFilter(words);
  const disguised = fc
    .tuple(fc.constantFrom(...words), fc.infiniteStream(fc.nat({ max: toForms.length })))
    .map(([word, choices]) =>
      [...word]
        .map((character) => toForms[choices.next().value ?? 0]?.(character) ?? character)
        .join("\u200b"),
    );
  fc.assert(
    fc.property(
      fc.string({ maxLength: 20 }),
      disguised,
      fc.string({ maxLength: 20 }),
      (before, word, after) => {
        expect(hasForbiddenWord(`${before} ${word} ${after}`)).toBe(true);
      },
    ),
  );
});
