import { expect, test } from "vitest";
import { matchingAnswers } from "./matching-answers.ts";

const question = (key: string, kind: "text" | "select" | "number" = "text", options: string[] = []) => ({
  key,
  kind,
  options,
});

test("L12 L21 of what was answered goes what is asked: no question that is gone, no choice that is", () => {
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
  // What is too wrong to be sent is for the rules to say.
  expect(matchingAnswers({ count: "zwei" }, asked)).toEqual({ count: "zwei" });
});
