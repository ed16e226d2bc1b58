import { expect, test } from "vitest";
import type { OwnSignUp } from "#contract/own-sign-up.ts";
import { remindersOf } from "./remind.ts";

const now = Date.parse("2026-11-27T20:00:00+08:00");
const one = (over: Partial<OwnSignUp>) =>
  ({
    state: "upcoming",
    activityId: "1",
    title: "试驾",
    startTime: "2027-01-01T09:00:00+08:00",
    ...over,
  }) as OwnSignUp;
const told = (...signUps: OwnSignUp[]) =>
  remindersOf(signUps, now).map(({ kind, activityId }) => `${kind} ${activityId}`);
const days = (...signUps: OwnSignUp[]) => remindersOf(signUps, now).map(({ isToday }) => isToday);

test("L20 what begins today or tomorrow by Shanghai's calendar is reminded of, the next first", () => {
  const at = (activityId: string, startTime: string) => one({ activityId, startTime });
  expect(
    told(
      at("tomorrow", "2026-11-28T23:30:00+08:00"),
      at("today", "2026-11-27T21:00:00+08:00"),
      at("after", "2026-11-29T00:00:00+08:00"),
      at("begun", "2026-11-27T19:00:00+08:00"),
    ),
  ).toEqual(["soon today", "soon tomorrow"]);
  expect(days(at("a", "2026-11-27T23:59:00+08:00"), at("b", "2026-11-28T00:00:00+08:00"))).toEqual([
    true,
    false,
  ]);
  // Still the 27th in London, already the 28th in Shanghai.
  expect(told(at("utc", "2026-11-27T17:00:00Z"))).toEqual(["soon utc"]);
});

test("L18 a seat that is kept comes first, while it is kept", () => {
  const offer = (activityId: string, offerUntil: string) => one({ activityId, state: "offered", offerUntil });
  expect(
    told(
      one({ activityId: "soon", startTime: "2026-11-28T09:00:00+08:00" }),
      offer("later", "2026-11-27T21:00:00+08:00"),
      offer("first", "2026-11-27T20:30:00+08:00"),
      offer("over", "2026-11-27T20:00:00+08:00"),
      one({ activityId: "waits", state: "waiting", startTime: "2026-11-28T09:00:00+08:00" }),
      one({ activityId: "given up", state: "cancelled", startTime: "2026-11-28T09:00:00+08:00" }),
    ),
  ).toEqual(["offer first", "offer later", "soon soon"]);
});
