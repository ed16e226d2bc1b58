import { expect, test } from "vitest";
import { codeExpiry, createCode, hashCode, judgeBeforeTry, judgeTry } from "./rules.ts";

const now = 1_763_700_000_000;

test("F22 a code has six digits, also with leading zeros; an automated test has its fixed code", () => {
  const codes = Array.from({ length: 2_000 }, () => createCode(null));
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBeGreaterThan(1_900);
  expect(createCode("123456")).toBe("123456");
});

test("a code's hash depends on the installation, the salt and the code", () => {
  const hashes = [
    hashCode("p", "s", "123456"),
    hashCode("q", "s", "123456"),
    hashCode("p", "t", "123456"),
    hashCode("p", "s", "123457"),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
});

test("F22 a code expires after 5 min, is consumed once, and locks at the fifth wrong try", () => {
  const stored = { tries: 0, isSpent: false, expires: codeExpiry(now) };
  expect(judgeBeforeTry(stored, now + 299_999)).toBeNull();
  expect(judgeBeforeTry(stored, now + 300_000)?.verdict).toBe("wrong");
  expect(judgeBeforeTry({ ...stored, isSpent: true }, now)?.verdict).toBe("wrong");
  expect(judgeBeforeTry(null, now)).toEqual({ verdict: "wrong", triesLeft: null });
  expect(judgeBeforeTry({ ...stored, tries: 5 }, now)?.verdict).toBe("locked");
  expect(judgeTry({ tries: 1, isSpent: false })).toEqual({ verdict: "wrong", triesLeft: 4 });
  expect(judgeTry({ tries: 5, isSpent: false })).toEqual({ verdict: "locked", triesLeft: 0 });
  expect(judgeTry({ tries: 5, isSpent: true }).verdict).toBe("ok");
});
