import { expect, test } from "vitest";
import { wordFilter } from "./word-filter.ts";

test("a forbidden word is found with spaces, signs or wide letters in it, and as a part of another word", () => {
  const hasForbiddenWord = wordFilter(["加微信", "VPN", " "]);
  for (const text of ["加微信领", "加 微\u200b信", "加-微.信", "ｖｐｎ", "v p n"])
    expect(hasForbiddenWord(text)).toBe(true);
  for (const text of ["加油微笑信心", "", "微信"]) expect(hasForbiddenWord(text)).toBe(false);
  expect(wordFilter([])("加微信")).toBe(false);
});

test("P20 characters that show nothing, marks and other forms of letters hide no forbidden word", () => {
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
