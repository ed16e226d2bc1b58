import { expect, test } from "vitest";
import { wordFilter } from "./word-filter.ts";

test("a forbidden word is found with spaces, signs or wide letters in it, and as a part of another word", () => {
  const hasForbiddenWord = wordFilter(["加微信", "VPN", " "]);
  for (const text of ["加微信领", "加 微\u200b信", "加-微.信", "ｖｐｎ", "v p n"])
    expect(hasForbiddenWord(text)).toBe(true);
  for (const text of ["加油微笑信心", "", "微信"]) expect(hasForbiddenWord(text)).toBe(false);
  expect(wordFilter([])("加微信")).toBe(false);
});
