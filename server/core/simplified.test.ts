import fc from "fast-check";
import { expect, test } from "vitest";
import { charactersReadAs, toSimplified, toSimplifiedWords } from "./simplified.ts";

test("J19 traditional characters of every region are read as simplified ones, others stay", () => {
  const pairs = {
    廣州市: "广州市",
    臺北與台北: "台北与台北",
    裡裏爲為説說: "里里为为说说",
    綫線衞衛啓啟戶户: "线线卫卫启启户户",
    頭髮發財乾杯: "头发发财干杯",
    "滬C·粵港澳 2026 SUV🚗": "沪C·粤港澳 2026 SUV🚗",
    薴: "苎",
    "": "",
    简体不变: "简体不变",
  };
  for (const [text, simplified] of Object.entries(pairs)) expect(toSimplified(text)).toBe(simplified);
  expect(toSimplifiedWords("瞭解藉口 著名")).toBe("了解借口 着名");
});

test("J19 a part of a text has the same form as in the whole, and a second time changes nothing", () => {
  const han = fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code));
  const text = fc.string({ unit: fc.oneof(han, fc.string({ minLength: 1, maxLength: 1 })), maxLength: 30 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(toSimplified(one + other)).toBe(toSimplified(one) + toSimplified(other));
      expect(toSimplified(toSimplified(one))).toBe(toSimplified(one));
      expect([...toSimplified(one)]).toHaveLength([...one].length);
    }),
  );
});

test("J19 the ways to write a character are those with its simplified form", () => {
  expect(charactersReadAs("发")).toEqual(["发", "發", "髮"]);
  expect(charactersReadAs("山")).toEqual(["山"]);
  expect(charactersReadAs("A")).toEqual(["A"]);
  for (const form of ["台", "里", "云", "车", "着"]) {
    const written = charactersReadAs(form);
    expect(written.length).toBeGreaterThan(1);
    for (const character of written) expect(toSimplified(character)).toBe(form);
  }
});
