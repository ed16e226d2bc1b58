import { expect, test } from "vitest";
import { refusals } from "#contract/core/errors.ts";
import { parseIdCursor, parseNumberedCursor } from "./cursors.ts";

test("cursors that the server did not create are refused", () => {
  for (const text of ["", "YQ", "x".repeat(30)]) {
    expect(() => parseIdCursor(text)).toThrow(refusals.invalid.message);
    expect(() => parseNumberedCursor(text)).toThrow(refusals.invalid.message);
  }
});
