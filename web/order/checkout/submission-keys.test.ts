import { beforeEach, expect, test } from "vitest";
import { markAnswered, submissionKey } from "./submission-keys.ts";

const request = { openId: "1", lines: [{ skuId: "7", qty: 2 }], payableFen: 19_800 };
const T = 1_800_000_000_000;
beforeEach(() => localStorage.clear());

test("MA106 a reload before the answer submits the same order again, for as long as it can be paid", () => {
  const key = submissionKey(request, T, T + 1);
  expect(submissionKey(request, T + 5_000, T + 6_000)).toBe(key);
  expect(submissionKey(request, T + 5_000, T + 31 * 60_000)).not.toBe(key);
});
test("MA106 a tab that was open when another one submitted gets that order, a later checkout its own", () => {
  const key = submissionKey(request, T, T + 1_000);
  markAnswered(key);
  expect(submissionKey(request, T + 500, T + 2_000)).toBe(key);
  expect(submissionKey(request, T + 1_500, T + 2_000)).not.toBe(key);
});
test("MA16 another body or another person has another key, and no body is readable in the storage", () => {
  const key = submissionKey({ ...request, remark: "请放门口" }, T, T);
  expect(submissionKey(request, T, T)).not.toBe(key);
  expect(submissionKey({ ...request, openId: "2" }, T, T)).not.toBe(key);
  expect(localStorage.getItem("marque.order-keys")).not.toContain("请放门口");
  expect(localStorage.getItem("marque.order-keys")).not.toContain("skuId");
});
test("a storage with other content is taken as empty", () => {
  localStorage.setItem("marque.order-keys", '[{"body":1},null,"x"]');
  expect(submissionKey(request, T, T)).toMatch(/^[\da-f-]{36}$/);
});
