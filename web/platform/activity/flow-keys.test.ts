import { expect, test } from "vitest";
import { parseFlowKeys } from "./flow-keys.ts";

test("C24 reads process and node from the query: the first of repeated parameters, empty ones as absent", () => {
  expect(parseFlowKeys("?processKey=QLP000001&nodeKey=signup&utm_source=a")).toEqual({
    processKey: "QLP000001",
    nodeKey: "signup",
  });
  expect(parseFlowKeys("?nodeKey=a&nodeKey=b&processKey=")).toEqual({ nodeKey: "a" });
  expect(parseFlowKeys("")).toEqual({});
});
