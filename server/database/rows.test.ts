import { expect, it } from "vitest";
import { arrayText } from "./rows.ts";

it("L13 values come through as they are: quotes, backslashes, braces, commas, NULL as a word, nothing", () => {
  expect(arrayText(['a "b"', "\\", "{,}", "NULL", "", null, undefined])).toBe(
    String.raw`{"a \"b\"","\\","{,}","NULL","",NULL,NULL}`,
  );
  expect(arrayText([])).toBe("{}");
  expect(arrayText([null, undefined])).toBe("{}");
  expect(arrayText(["1"])).toBe('{"1"}');
});
