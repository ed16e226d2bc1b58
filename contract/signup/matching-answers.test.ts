import { expect, test } from "vitest";
import { matchingAnswers } from "./matching-answers.ts";

const question = (key: string, kind: "text" | "select" | "number" = "text", options: string[] = []) => ({
  key,
  kind,
  options,
});

test("L12 L21 keeps only answers to current questions and current options", () => {
  const asked = [
    question("meal"),
    question("size", "select", ["S", "M"]),
    question("new"),
    question("count", "number"),
  ];
  expect(matchingAnswers({ meal: " 花生 ", size: "M", gone: "1", count: " " }, asked)).toEqual({
    meal: "花生",
    size: "M",
  });
  expect(matchingAnswers({ size: "XXL" }, asked)).toEqual({});
  // Invalid values are kept: the rules report them.
  expect(matchingAnswers({ count: "zwei" }, asked)).toEqual({ count: "zwei" });
});
