import { expect, test } from "vitest";
import type { OwnSignUp } from "#contract/signup/self-service.ts";
import { nextSignUp, startsInText } from "./next-sign-up.ts";

const signUp = (over: Partial<OwnSignUp>) => ({ state: "upcoming", ...over }) as OwnSignUp;
const at = (startTime: string) => signUp({ startTime });

test("the next sign-up is the earliest that is not cancelled, in any order", () => {
  const late = at("2026-12-05T08:30:00+08:00");
  const early = at("2026-11-28T08:30:00+08:00");
  const cancelled = { ...at("2026-11-22T08:30:00+08:00"), state: "cancelled" } as OwnSignUp;
  expect(nextSignUp([late, cancelled, early])).toBe(early);
  expect(nextSignUp([cancelled])).toBeNull();
});

test("L20 the time until the start counts days of Shanghai's calendar, not 24 hours", () => {
  const start = { startTime: "2026-11-28T08:30:00+08:00" };
  const textAt = (now: string) => startsInText(start, Date.parse(now));
  expect(textAt("2026-11-24T23:59:00+08:00")).toBe("4 天后");
  // 15:59 UTC is 23:59 in Shanghai: still the day before.
  expect(textAt("2026-11-27T15:59:00Z")).toBe("明天");
  expect(textAt("2026-11-27T16:01:00Z")).toBe("今天");
  expect(textAt("2026-11-28T08:30:00+08:00")).toBe("进行中");
});
