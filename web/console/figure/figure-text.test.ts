import { expect, test } from "vitest";
import type { FigureName } from "#contract/console/figure-terms.ts";
import { ageText, changeOf, fullText } from "./figure-text.ts";
import { stepRows, worstDrop } from "./funnel-table.tsx";

test.each<[FigureName, number | null, string]>([
  ["visitors", 48_216, "48,216"],
  ["arrivalRate", 0.7134, "71.3%"],
  ["arrivalRate", null, "—"],
  ["firstContact", 3.25, "3.3"],
  ["paidFen", 3_820_650, "¥38,206.5"],
])("%s of %s reads %s", (figure, value, text) => {
  expect(fullText(figure, value)).toBe(text);
});

test.each<[FigureName, number | null, number | null, ReturnType<typeof changeOf>]>([
  ["signUps", 1544, 1428, { text: "8.1%", direction: "up", isBetter: true }],
  ["cancellations", 12, 10, { text: "20.0%", direction: "up", isBetter: false }],
  ["arrivalRate", 0.713, 0.687, { text: "2.6 点", direction: "up", isBetter: true }],
  ["firstContact", 3.2, 3.8, { text: "0.6 小时", direction: "down", isBetter: true }],
  ["waiting", 12, 8, { text: "50.0%", direction: "up", isBetter: null }],
  ["signUps", 7, 7, { text: "持平", direction: "same", isBetter: null }],
  ["signUps", 0, 0, { text: "持平", direction: "same", isBetter: null }],
  ["signUps", 7, 0, null],
  ["arrivalRate", null, 0.5, null],
])("%s: %s after %s", (figure, value, previous, change) => {
  expect(changeOf({ figure, value, previous })).toEqual(change);
});

test("the age is told in its largest unit", () => {
  const now = Date.parse("2026-11-27T14:22:00+08:00");
  expect(ageText("2026-11-27T13:44:00+08:00", now)).toBe("38 分钟");
  expect(ageText("2026-11-26T12:00:00+08:00", now)).toBe("26 小时");
  expect(ageText("2026-11-24T12:00:00+08:00", now)).toBe("3 天");
});

const people = (...[page_view, detail, sign_up_tapped, captcha_solved, submitted, checked_in]: number[]) => ({
  page_view: page_view ?? 0,
  detail: detail ?? 0,
  sign_up_tapped: sign_up_tapped ?? 0,
  captcha_solved: captcha_solved ?? 0,
  submitted: submitted ?? 0,
  checked_in: checked_in ?? 0,
});

test("CO82 a step after nobody has no rate; the worst drop needs enough people on both sides", () => {
  const now = people(48_216, 18_902, 2310, 2054, 1544, 811);
  const before = people(43_104, 16_466, 2198, 1980, 1670, 900);
  const rows = stepRows(now, before);
  expect(rows[1]).toMatchObject({ step: "detail", people: 18_902, previous: 16_466 });
  expect(rows[4]?.rate).toBeCloseTo(1544 / 2054, 9);
  expect(worstDrop(rows)).toEqual({ from: "captcha_solved", to: "submitted", points: 9 });
  expect(worstDrop(stepRows(now, null))).toBeNull();
  expect(worstDrop(stepRows(now, now))).toBeNull();
  const few = stepRows(people(40, 4), people(40, 30));
  expect(few.map(({ rate }) => rate)).toEqual([null, 0.1, 0, null, null, null]);
  expect(worstDrop(few)).toBeNull();
});
