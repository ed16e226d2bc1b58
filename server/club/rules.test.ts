import { expect, test } from "vitest";
import { refusals } from "#contract/core/errors.ts";
import { nameSearchKeys } from "./member/name-search-keys.ts";
import {
  admitApplicants,
  idOfCursor,
  shanghaiMidnight,
  cleanMemberName,
  numberedOfCursor,
  strictestOf,
} from "./rules.ts";
import { wordFilter } from "./text/word-filter.ts";
import { clubMessages } from "./messages.ts";

test("of several who hide something the strictest counts, whoever was first", () => {
  expect(strictestOf(null, "leaders")).toBe("leaders");
  expect(strictestOf("leaders", "complaints")).toBe("complaints");
  expect(strictestOf("complaints", "leaders")).toBe("complaints");
  expect(strictestOf("operators", "complaints")).toBe("operators");
  expect(strictestOf("complaints", "operators")).toBe("operators");
});

test("room is given in order, once each, as far as it reaches", () => {
  const fresh = (memberId: string) => ({ memberId, status: null, groups: 0 });
  const applicants = [
    fresh("a"),
    fresh("a"),
    { memberId: "b", status: 3, groups: 0 },
    { memberId: "c", status: 2, groups: 1 },
    { memberId: "d", status: null, groups: 20 },
    fresh("e"),
    fresh("f"),
  ];
  const group = { members: 8, places: 10, join_mode: "open" } as const;
  expect(admitApplicants(applicants, group)).toEqual([
    "joined",
    "again",
    "blocked",
    "again",
    "tooManyGroups",
    "joined",
    "full",
  ]);
  expect(admitApplicants([fresh("a")], { ...group, join_mode: "approval" })).toEqual(["review"]);
});

test("P21 names: no controls, nothing that turns the line round, never empty", () => {
  const cases: [string, string][] = [
    ["林晓岚", "林晓岚"],
    ["\u202e反了\u0007", "反了"],
    ["محمد", "محمد"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    [" \u200b ", clubMessages.gone],
    ["长".repeat(60), "长".repeat(40)],
  ];
  for (const [given, shown] of cases) expect(cleanMemberName(given)).toBe(shown);
});

test("a word hides behind no spaces, signs or wide letters; parts of other words count too", () => {
  const hasBadWord = wordFilter(["加微信", "VPN", " "]);
  for (const text of ["加微信领", "加 微\u200b信", "加-微.信", "ｖｐｎ", "v p n"])
    expect(hasBadWord(text)).toBe(true);
  for (const text of ["加油微笑信心", "", "微信"]) expect(hasBadWord(text)).toBe(false);
  expect(wordFilter([])("加微信")).toBe(false);
});

test("a name is found from each character, syllable and first letter on", async () => {
  const keys = await nameSearchKeys("欧阳 Ab🚗");
  for (const key of ["欧阳ab🚗", "阳ab🚗", "ab🚗", "ouyangab🚗", "yangab🚗", "oyab🚗"])
    expect(keys).toContain(key);
  expect(await nameSearchKeys(" ")).toEqual([]);
});

test("cursors that we did not make are refused; midnight is Shanghai's", () => {
  for (const text of ["", "YQ", "x".repeat(30)]) {
    expect(() => idOfCursor(text)).toThrow(refusals.invalid.message);
    expect(() => numberedOfCursor(text)).toThrow(refusals.invalid.message);
  }
  const noon = Date.parse("2026-11-21T12:00:00+08:00");
  expect(shanghaiMidnight(noon)).toBe(Date.parse("2026-11-21T00:00:00+08:00"));
  expect(shanghaiMidnight(shanghaiMidnight(noon))).toBe(shanghaiMidnight(noon));
});
