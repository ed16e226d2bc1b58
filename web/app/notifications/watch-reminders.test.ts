import { expect, test } from "vitest";
import type { OwnSignUp } from "#contract/signup/self-service.ts";
import type { Favourite } from "../../activity/favourites/favourites.ts";
import { remindersOf } from "./watch-reminders.ts";

const now = Date.parse("2026-11-27T20:00:00+08:00");
const ownSignUp = (changes: Partial<OwnSignUp>) =>
  ({
    state: "upcoming",
    activityId: "1",
    title: "试驾",
    startTime: "2027-01-01T09:00:00+08:00",
    ...changes,
  }) as OwnSignUp;
const kindsOf = (...signUps: OwnSignUp[]) =>
  remindersOf(signUps, [], now).map(({ kind, activityId }) => `${kind} ${activityId}`);
const days = (...signUps: OwnSignUp[]) => remindersOf(signUps, [], now).map(({ isToday }) => isToday);

test("L20 reminds of a start today or tomorrow by Shanghai's calendar, the next first", () => {
  const at = (activityId: string, startTime: string) => ownSignUp({ activityId, startTime });
  expect(
    kindsOf(
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
  expect(kindsOf(at("utc", "2026-11-27T17:00:00Z"))).toEqual(["soon utc"]);
});

test("L18 an offered seat comes first, until its end", () => {
  const offer = (activityId: string, offerUntil: string) =>
    ownSignUp({ activityId, state: "offered", offerUntil });
  expect(
    kindsOf(
      ownSignUp({ activityId: "soon", startTime: "2026-11-28T09:00:00+08:00" }),
      offer("later", "2026-11-27T21:00:00+08:00"),
      offer("first", "2026-11-27T20:30:00+08:00"),
      offer("over", "2026-11-27T20:00:00+08:00"),
      ownSignUp({ activityId: "waits", state: "waiting", startTime: "2026-11-28T09:00:00+08:00" }),
      ownSignUp({ activityId: "given up", state: "cancelled", startTime: "2026-11-28T09:00:00+08:00" }),
    ),
  ).toEqual(["offer first", "offer later", "soon soon"]);
});

const favourite = (activityId: string, changes: Partial<Favourite> = {}): Favourite => ({
  activityId,
  activityType: "localoffline",
  title: "试驾",
  coverUrl: "",
  startTime: "2026-12-20T09:00:00+08:00",
  endTime: "2026-12-20T17:00:00+08:00",
  ...changes,
});
const opening = (activityId: string, openTime: string, changes: Partial<Favourite> = {}) =>
  favourite(activityId, { openTime, ...changes });
const kindsWithFavourites = (favourites: Favourite[], ...signUps: OwnSignUp[]) =>
  remindersOf(signUps, favourites, now).map(({ kind, activityId }) => `${kind} ${activityId}`);

test("L09 L20 reminds of a favourite's opening the day before, on the day, and for a day after", () => {
  expect(
    kindsWithFavourites([
      opening("tomorrow", "2026-11-28T10:00:00+08:00"),
      opening("today", "2026-11-27T20:00:01+08:00"),
      opening("now", "2026-11-27T20:00:00+08:00"),
      opening("yesterday", "2026-11-26T20:00:01+08:00"),
      opening("before", "2026-11-26T20:00:00+08:00"),
      opening("after", "2026-11-29T00:00:00+08:00"),
      opening("over", "2026-11-27T10:00:00+08:00", { endTime: "2026-11-27T19:00:00+08:00" }),
      favourite("kept before openings were noted"),
    ]),
  ).toEqual(["open yesterday", "open now", "opens today", "opens tomorrow"]);
});

test("L09 L20 does not remind of the opening of an activity with a sign-up; the next moment comes first", () => {
  expect(
    kindsWithFavourites(
      [opening("1", "2026-11-27T19:00:00+08:00"), opening("2", "2026-11-28T10:00:00+08:00")],
      ownSignUp({ activityId: "1" }),
      ownSignUp({ activityId: "3", startTime: "2026-11-28T09:00:00+08:00" }),
      ownSignUp({ activityId: "4", startTime: "2026-11-28T11:00:00+08:00" }),
    ),
  ).toEqual(["soon 3", "opens 2", "soon 4"]);
  const [online, offline] = remindersOf(
    [],
    [
      opening("8", "2026-11-27T21:00:00+08:00", { activityType: "online" }),
      opening("9", "2026-11-27T22:00:00+08:00"),
    ],
    now,
  );
  expect([online?.path, offline?.path]).toEqual(["/online/8", "/offline/9"]);
});

test("W10 a cancellation comes first, until the activity's start, but not after it was seen; the activity itself is not reminded of", () => {
  const calledOff = { time: "2026-11-27T12:00:00+08:00", reason: "因暴雨天气" };
  const off = (activityId: string, changes: Partial<OwnSignUp> = {}) =>
    ownSignUp({
      activityId,
      state: "cancelled",
      startTime: "2026-11-28T09:00:00+08:00",
      calledOff,
      ...changes,
    });
  const begun = { startTime: "2026-11-27T19:00:00+08:00", endTime: "2026-11-28T09:00:00+08:00" };
  const all = [
    ownSignUp({ activityId: "offer", state: "offered", offerUntil: "2026-11-27T21:00:00+08:00" }),
    off("1"),
    off("far", { startTime: "2027-01-01T09:00:00+08:00" }),
    off("begun", begun),
    off("online", { ...begun, activityType: "online" }),
    off("known"),
  ];
  const isSeen = (activityId: string, time: string) => activityId === "known" && time === calledOff.time;
  const reminders = remindersOf(all, [], now, isSeen);
  expect(reminders.map(({ kind, activityId }) => `${kind} ${activityId}`)).toEqual([
    "off 1",
    "off far",
    "off online",
    "offer offer",
  ]);
  expect(reminders[0]).toMatchObject({ moment: calledOff.time, path: "/offline/signUpUser?activityId=1" });
});

test("L28 a changed time follows cancellations, until it was acknowledged or has begun", () => {
  const moved = {
    changeId: "4",
    startTime: "2026-12-20T09:00:00+08:00",
    endTime: "2026-12-20T11:00:00+08:00",
  };
  const offerUntil = "2026-11-27T21:00:00+08:00";
  expect(
    kindsOf(
      ownSignUp({ activityId: "offer", state: "offered", offerUntil }),
      ownSignUp({ activityId: "seat", moved, startTime: "2026-12-21T10:00:00+08:00" }),
      ownSignUp({ activityId: "waits", state: "waiting", moved }),
      ownSignUp({ activityId: "begun", moved, startTime: "2026-11-27T19:00:00+08:00" }),
      ownSignUp({ activityId: "known", startTime: "2026-12-21T10:00:00+08:00" }),
    ),
  ).toEqual(["moved seat", "moved waits", "offer offer"]);
});
