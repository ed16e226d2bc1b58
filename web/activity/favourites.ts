import { database } from "../platform/storage/database.ts";
import { isFavourite, type Favourite } from "./favourite.ts";

/** What this browser keeps as favourites, the last one first. */
export async function listFavourites(): Promise<Favourite[]> {
  const records = await database.all("favorites");
  return records
    .toSorted((one, other) => other.created_time - one.created_time)
    .flatMap(({ value }) => (isFavourite(value) ? [value] : []));
}
export const removeFavourite = ({ activityId }: Favourite): Promise<void> =>
  database.remove("favorites", activityId);
