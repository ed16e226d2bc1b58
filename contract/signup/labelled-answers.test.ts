import { expect, test } from "vitest";
import { labelAnswers } from "./labelled-answers.ts";

test("U62 staff read answers in the order of the form, pictures as their number, removed questions last", () => {
  const form = [
    { key: "photos", label: "照片", kind: "picture" as const },
    { key: "meal", label: "忌口", kind: "text" as const },
    { key: "empty", label: "空", kind: "text" as const },
  ];
  expect(labelAnswers(form, { gone: "旧", meal: "没有", photos: "12,13,14", empty: "" })).toEqual([
    { label: "照片", answer: "3 张照片" },
    { label: "忌口", answer: "没有" },
    { label: "gone", answer: "旧" },
  ]);
});
