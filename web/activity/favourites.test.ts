import { afterEach, expect, test, vi } from "vitest";
import { onFavourites } from "../platform/changed.ts";
import { database } from "../platform/storage/database.ts";
import { change, isKept, listFavourites, removeFavourite } from "./favourites.ts";

const moment = "2999-12-05T08:30:00+08:00";
const activity = {
  activityId: "1",
  activityType: "localoffline",
  title: "冬季试驾",
  coverUrl: "/cover",
  startTime: moment,
  endTime: moment,
  signUpStartTime: moment,
} as const;
afterEach(() => database.removePersonal());

test("L20 whoever reminds hears of each favourite that is kept or taken away, once it is, wherever that was done", async () => {
  const heard = vi.fn<() => void>();
  const stop = onFavourites(heard);
  await change(activity, () => {});
  expect([heard.mock.calls.length, await isKept("1")]).toEqual([1, true]);
  // On the list of favourites.
  const kept: Promise<number>[] = [];
  heard.mockImplementation(() => void kept.push(listFavourites().then(({ length }) => length)));
  await removeFavourite(activity);
  expect([heard.mock.calls.length, await Promise.all(kept)]).toEqual([2, [0]]);
  // At the activity.
  await change(activity, () => {});
  await change(activity, () => {});
  expect([heard.mock.calls.length, await isKept("1")]).toEqual([4, false]);
  stop();
});
