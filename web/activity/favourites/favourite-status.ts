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

/** Status of a favourite as its tag shows it; "mute": the activity is no longer public. */
export type FavouriteStatus = { readonly kind: ShownStatus["kind"] | "mute"; readonly label: string };
/**
 * Server's answer about the favourites; an activity that is in `asked` but not in `found` is no longer
 * public.
 */
export type FavouriteAnswer = {
  readonly asked: readonly string[];
  readonly found: readonly (Favourite & Pick<Activity, "status" | "remaining">)[];
};

/** Number of favourites requested, newest first; the others show their stored data. */
const MAX_REQUESTED = 50;
const CACHE_KEY = "favourites";
/**
 * Favourites belong to the browser, also a visitor's; the cached answers belong to the person and are deleted
 * at logout.
 */
const ownerId = (): string => currentSession.user()?.openId ?? "";

/** Fields that the list shows; without the distance to the person, which is never stored. */
const factsOf = (one: Activity): FavouriteAnswer["found"][number] => {
  const { activityId, activityType, title, coverUrl, startTime, endTime, status, remaining } = one;
  return { activityId, activityType, title, coverUrl, startTime, endTime, status, remaining };
};

/** Statuses of the favourites in one call. @throws Refusal */
async function requestStatuses(favourites: readonly Favourite[]): Promise<FavouriteAnswer> {
  const asked = favourites.slice(0, MAX_REQUESTED).map(({ activityId }) => activityId);
  const found = await loadActivitiesById(send, asked);
  return { asked, found: found.map(factsOf) };
}

/**
 * Favourite with its status from the server's answer; without an answer only its stored dates tell whether it
 * is over.
 * @param now ms
 */
export function favouriteWithStatus(
  one: Favourite,
  answer: FavouriteAnswer | null,
  now: number,
): { shown: Favourite; status: FavouriteStatus | null } {
  const fresh = answer?.found.find(({ activityId }) => activityId === one.activityId);
  const shown: Favourite = fresh ?? one;
  const isGone = fresh === undefined && answer?.asked.includes(one.activityId) === true;
  const status = ((): FavouriteStatus | null => {
    if (isGone) return { kind: "mute", label: favouritesMessages.gone };
    if (now >= Date.parse(shown.endTime)) return { kind: "ended", label: favouritesMessages.ended };
    return fresh ? shownStatus(fresh) : null;
  })();
  return { shown, status };
}

/** Answer and, if it could not be refreshed, the time of the server's answer, ms; null while it is fresh. */
type LoadedStatuses = { readonly answer: FavouriteAnswer | null; readonly fetchedAt: number | null };

/** Current statuses; without a network the last known ones (requirement Q13); null if nothing is known. */
export async function loadFavouriteStatuses(
  favourites: readonly Favourite[],
): Promise<LoadedStatuses | null> {
  if (favourites.length === 0) return null;
  const owner = ownerId();
  try {
    const answer = await requestStatuses(favourites);
    // Not stored if the person has logged out meanwhile.
    if (ownerId() === owner) void cachePersonalData(owner, CACHE_KEY, answer, serverTime.now());
    return { answer, fetchedAt: null };
  } catch (error) {
    const stored = isServerUnreachable(error)
      ? await readPersonalData<FavouriteAnswer>(owner, CACHE_KEY)
      : null;
    return stored && { answer: stored.answer, fetchedAt: stored.fetchedAt };
  }
}
