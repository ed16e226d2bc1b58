import { database } from "../platform/storage/database.ts";
import type { Favourite } from "./detail-actions.ts";

const texts = ["activityId", "activityType", "title", "coverUrl", "startTime", "endTime"] as const;
const isFavourite = (value: unknown): value is Favourite =>
  typeof value === "object" &&
  value !== null &&
  texts.every((name) => typeof (value as Partial<Favourite>)[name] === "string");

/** What this browser keeps as favourites, the last one first. */
export async function listFavourites(): Promise<Favourite[]> {
  const records = await database.all("favorites");
  return records
    .toSorted((one, other) => other.created_time - one.created_time)
    .flatMap(({ value }) => (isFavourite(value) ? [value] : []));
}
export const removeFavourite = ({ activityId }: Favourite): Promise<void> =>
  database.remove("favorites", activityId);
