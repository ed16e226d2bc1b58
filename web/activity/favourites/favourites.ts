import type { ActivityDetail } from "#contract/activity/activity.ts";
import { notifyFavouritesChanged } from "../../platform/activity/activity-events.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { database } from "../../platform/storage/client-database.ts";
import { favouritesMessages } from "./favourites-messages.ts";

/**
 * Fields that the list of favourites shows without the server: the value of a record in store `favorites`.
 */
export type Favourite = Pick<
  ActivityDetail,
  "activityId" | "activityType" | "title" | "coverUrl" | "startTime" | "endTime"
> & {
  /** Opening time of the sign-up; absent in older records. */
  readonly openTime?: string;
};
type FavouriteActivity = Omit<Favourite, "openTime"> & Pick<ActivityDetail, "signUpStartTime">;
const favouriteOf = (activity: FavouriteActivity): Favourite => {
  const { activityId, activityType, title, coverUrl, startTime, endTime, signUpStartTime } = activity;
  const opens = [signUpStartTime, ...(activityType === "online" ? [startTime] : [])];
  const openTime = opens.reduce((one, other) => (Date.parse(other) > Date.parse(one) ? other : one));
  return { activityId, activityType, title, coverUrl, startTime, endTime, openTime };
};
const texts = ["activityId", "activityType", "title", "coverUrl", "startTime", "endTime"] as const;
const isFavourite = (value: unknown): value is Favourite =>
  typeof value === "object" &&
  value !== null &&
  texts.every((name) => typeof (value as Partial<Favourite>)[name] === "string");

/** Favourites of this browser, newest first. */
export async function listFavourites(): Promise<Favourite[]> {
  const records = await database.getAll("favorites");
  return [...records]
    .sort((one, other) => other.created_time - one.created_time)
    .flatMap(({ value }) => (isFavourite(value) ? [value] : []));
}
export async function removeFavourite({ activityId }: Pick<Favourite, "activityId">): Promise<void> {
  await database.remove("favorites", activityId);
  notifyFavouritesChanged();
}

export const isStoredFavourite = async (activityId: string): Promise<boolean> =>
  (await database.get("favorites", activityId)) !== null;

/**
 * Adds or removes a favourite and shows a toast once it is written.
 * @param show called before the write with the new state
 */
export async function toggleFavourite(
  activity: FavouriteActivity,
  show: (isFavouriteNow: boolean) => void,
): Promise<void> {
  const wasFavourite = await isStoredFavourite(activity.activityId);
  const favourite = favouriteOf(activity);
  const opensLater = Date.parse(favourite.openTime ?? "") > serverTime.now();
  show(!wasFavourite);
  if (wasFavourite) await removeFavourite(activity);
  else {
    await database.put("favorites", activity.activityId, favourite);
    notifyFavouritesChanged();
  }
  showToast(
    wasFavourite
      ? favouritesMessages.removed
      : opensLater
        ? favouritesMessages.addedAhead
        : favouritesMessages.added,
  );
}
