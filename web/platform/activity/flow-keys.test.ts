import { expect, test } from "vitest";
import { parseFlowKeys } from "./flow-keys.ts";

test("C24 process and node of an address; the first of repeated ones, empty ones are none", () => {
  expect(parseFlowKeys("?processKey=QLP000001&nodeKey=signup&utm_source=a")).toEqual({
    processKey: "QLP000001",
    nodeKey: "signup",
  });
  expect(parseFlowKeys("?nodeKey=a&nodeKey=b&processKey=")).toEqual({ nodeKey: "a" });
  expect(parseFlowKeys("")).toEqual({});
});
