import { expect, test } from "vitest";
import type { OwnSignUp } from "#contract/signup/self-service.ts";
import { nextSignUp, startsInText } from "./next-sign-up.ts";

const signUp = (over: Partial<OwnSignUp>) => ({ state: "upcoming", ...over }) as OwnSignUp;
const at = (startTime: string) => signUp({ startTime });

test("the next sign-up is the earliest that stands, in whatever order they come", () => {
  const late = at("2026-12-05T08:30:00+08:00");
  const early = at("2026-11-28T08:30:00+08:00");
  const given = { ...at("2026-11-22T08:30:00+08:00"), state: "cancelled" } as OwnSignUp;
  expect(nextSignUp([late, given, early])).toBe(early);
  expect(nextSignUp([given])).toBeNull();
});

test("L20 how far off is told by Shanghai's calendar, not by 24 hours", () => {
  const start = { startTime: "2026-11-28T08:30:00+08:00" };
  const said = (now: string) => startsInText(start, Date.parse(now));
  expect(said("2026-11-24T23:59:00+08:00")).toBe("4 天后");
  // 23:59 in Shanghai is 15:59 in London: still the day before.
  expect(said("2026-11-27T15:59:00Z")).toBe("明天");
  expect(said("2026-11-27T16:01:00Z")).toBe("今天");
  expect(said("2026-11-28T08:30:00+08:00")).toBe("进行中");
});
