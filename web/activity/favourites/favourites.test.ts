import { afterEach, expect, test, vi } from "vitest";
import { onFavouritesChanged } from "../../platform/activity/activity-events.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { database } from "../../platform/storage/client-database.ts";
import { toggleFavourite, isStoredFavourite, listFavourites, removeFavourite } from "./favourites.ts";

vi.mock("../../platform/http/challenges.ts", async (original) => ({
  ...(await original<object>()),
  showToast: vi.fn<typeof showToast>(),
}));

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
afterEach(async () => {
  vi.restoreAllMocks();
  vi.mocked(showToast).mockClear();
  await database.removePersonal();
});

test("L20 the state is shown at once and confirmed after the write, so that leaving the page loses nothing", async () => {
  const { put } = database;
  let write = (): void => {};
  vi.spyOn(database, "put").mockImplementation(async (...record) => {
    await new Promise<void>((resolve) => (write = resolve));
    await put.apply(database, record);
  });
  const shown: boolean[] = [];
  const changing = toggleFavourite(activity, (isFavourite) => shown.push(isFavourite));
  await vi.waitFor(() => expect(shown).toEqual([true]));
  await vi.waitFor(() => expect(vi.mocked(database.put)).toHaveBeenCalledTimes(1));
  expect(vi.mocked(showToast)).not.toHaveBeenCalled();
  write();
  await changing;
  expect(vi.mocked(showToast)).toHaveBeenCalledTimes(1);
  expect(await isStoredFavourite("1")).toBe(true);
});

test("L20 reminders are notified of each added or removed favourite after the write, on any page", async () => {
  const heard = vi.fn<() => void>();
  const stop = onFavouritesChanged(heard);
  await toggleFavourite(activity, () => {});
  expect([heard.mock.calls.length, await isStoredFavourite("1")]).toEqual([1, true]);
  // On the list of favourites.
  const kept: Promise<number>[] = [];
  heard.mockImplementation(() => void kept.push(listFavourites().then(({ length }) => length)));
  await removeFavourite(activity);
  expect([heard.mock.calls.length, await Promise.all(kept)]).toEqual([2, [0]]);
  // On the activity's page.
  await toggleFavourite(activity, () => {});
  await toggleFavourite(activity, () => {});
  expect([heard.mock.calls.length, await isStoredFavourite("1")]).toEqual([4, false]);
  stop();
});
