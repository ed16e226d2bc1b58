import { expect, test } from "vitest";
import { splitDuration } from "./countdown.tsx";

test("a duration in days, hours, minutes, seconds; a started second counts", () => {
  expect(splitDuration(((2 * 24 + 6) * 60 + 14) * 60_000 + 33_000)).toEqual({
    days: 2,
    hours: 6,
    minutes: 14,
    seconds: 33,
  });
  expect(splitDuration(1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
  expect(splitDuration(0)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  expect(splitDuration(-5_000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});
