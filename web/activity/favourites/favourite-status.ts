import type { Activity } from "#contract/activity/activity.ts";
import { isServerUnreachable } from "../../platform/http/network-errors.ts";
import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { cachePersonalData, readPersonalData } from "../../platform/storage/personal-data-cache.ts";
import { loadActivitiesById } from "../api.ts";
import type { Favourite } from "./favourites.ts";
import { favouritesMessages } from "./favourites-messages.ts";
import { shownStatus, type ShownStatus } from "../status.ts";

/** How a favourite stands, as its tag shows it; "mute": nobody shows it any more. */
export type FavouriteStatus = { readonly kind: ShownStatus["kind"] | "mute"; readonly word: string };
/** What the server said of the favourites; those that it says nothing of are shown to nobody any more. */
export type FavouriteAnswer = {
  readonly asked: readonly string[];
  readonly found: readonly (Favourite & Pick<Activity, "status" | "remaining">)[];
};

/** So many are asked for, the last ones kept; the others show what is known of them here. */
const MOST = 50;
const KEY = "favourites";
/** Favourites are of the browser, a visitor's too; what was told of them goes with them when somebody logs out. */
const ownerId = (): string => currentSession.user()?.openId ?? "";

/** Of an activity what is shown here: without the way to the person, which is kept nowhere. */
const factsOf = (one: Activity): FavouriteAnswer["found"][number] => {
  const { activityId, activityType, title, coverUrl, startTime, endTime, status, remaining } = one;
  return { activityId, activityType, title, coverUrl, startTime, endTime, status, remaining };
};

/** How all of them stand, in one call. @throws Refusal */
async function requestStatuses(favourites: readonly Favourite[]): Promise<FavouriteAnswer> {
  const asked = favourites.slice(0, MOST).map(({ activityId }) => activityId);
  const found = await loadActivitiesById(send, asked);
  return { asked, found: found.map(factsOf) };
}

/** One favourite by what was told of it, else by what is kept, whose dates alone tell that it is over; now in ms. */
export function favouriteWithStatus(
  one: Favourite,
  told: FavouriteAnswer | null,
  now: number,
): { shown: Favourite; status: FavouriteStatus | null } {
  const fresh = told?.found.find(({ activityId }) => activityId === one.activityId);
  const shown: Favourite = fresh ?? one;
  const isGone = fresh === undefined && told?.asked.includes(one.activityId) === true;
  const status = ((): FavouriteStatus | null => {
    if (isGone) return { kind: "mute", word: favouritesMessages.gone };
    if (now >= Date.parse(shown.endTime)) return { kind: "ended", word: favouritesMessages.ended };
    return fresh ? shownStatus(fresh) : null;
  })();
  return { shown, status };
}

/** What was told, and when the server said it: ms, where it could not be asked again; null while it is fresh. */
type Answer = { readonly told: FavouriteAnswer | null; readonly fetchedAt: number | null };

/** How the favourites stand by now; without a network as it was told last (requirement Q13). null: nobody can tell */
export async function loadFavouriteStatuses(favourites: readonly Favourite[]): Promise<Answer | null> {
  if (favourites.length === 0) return null;
  const of = ownerId();
  try {
    const told = await requestStatuses(favourites);
    // Nothing of somebody who has logged out meanwhile is kept.
    if (ownerId() === of) void cachePersonalData(of, KEY, told, serverTime.now());
    return { told, fetchedAt: null };
  } catch (error) {
    const kept = isServerUnreachable(error) ? await readPersonalData<FavouriteAnswer>(of, KEY) : null;
    return kept && { told: kept.answer, fetchedAt: kept.fetchedAt };
  }
}
