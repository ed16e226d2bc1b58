import { expect, test } from "vitest";
import { passwordFailures, secondsToWait, smsPerAddress, smsPerMobile } from "./rate-limit-rules.ts";

const now = 1_763_700_000_000;

test("F22 the time to wait is the rest of the minute, of the day or of the lock", () => {
  expect(secondsToWait({ since: now, last: now, done: 1 }, smsPerMobile, now + 20_500)).toBe(40);
  expect(secondsToWait({ since: now - 3_600_000, last: now - 120_000, done: 10 }, smsPerMobile, now)).toBe(
    82_800,
  );
  expect(secondsToWait({ since: now - 3_000_000, last: now, done: 10 }, smsPerAddress, now)).toBe(600);
  expect(secondsToWait({ since: now - 3_000_000, last: now - 60_000, done: 5 }, passwordFailures, now)).toBe(
    840,
  );
  expect(secondsToWait({ since: now, last: now, done: 1 }, smsPerAddress, now)).toBe(1);
});
