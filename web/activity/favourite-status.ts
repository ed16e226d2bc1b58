import type { Activity } from "#contract/activity.ts";
import { isUnreached } from "../platform/http/unreached.ts";
import { send } from "../platform/http/send.ts";
import { session } from "../platform/login/session.ts";
import { serverTime } from "../platform/server-time.ts";
import { keepOwn, readOwn } from "../platform/storage/own-copy.ts";
import { loadSome } from "./api.ts";
import type { Favourite } from "./favourites.ts";
import { words } from "./favourites-words.ts";
import { shownStatus, type ShownStatus } from "./status.ts";

/** How a favourite stands, as its tag shows it; "mute": nobody shows it any more. */
export type FavouriteStatus = { readonly kind: ShownStatus["kind"] | "mute"; readonly word: string };
/** What the server said of the favourites; those that it says nothing of are shown to nobody any more. */
export type Told = {
  readonly asked: readonly string[];
  readonly found: readonly (Favourite & Pick<Activity, "status" | "remaining">)[];
};

/** So many are asked for, the last ones kept; the others show what is known of them here. */
const MOST = 50;
const KEY = "favourites";
/** Favourites are of the browser, a visitor's too; what was told of them goes with them when somebody logs out. */
const whose = (): string => session.user()?.openId ?? "";

/** Of an activity what is shown here: without the way to the person, which is kept nowhere. */
const factsOf = (one: Activity): Told["found"][number] => {
  const { activityId, activityType, title, coverUrl, startTime, endTime, status, remaining } = one;
  return { activityId, activityType, title, coverUrl, startTime, endTime, status, remaining };
};

/** How all of them stand, in one call. @throws Refusal */
async function askFor(favourites: readonly Favourite[]): Promise<Told> {
  const asked = favourites.slice(0, MOST).map(({ activityId }) => activityId);
  const found = await loadSome(send, asked);
  return { asked, found: found.map(factsOf) };
}

/** One favourite by what was told of it, else by what is kept, whose dates alone tell that it is over; now in ms. */
export function standingOf(
  one: Favourite,
  told: Told | null,
  now: number,
): { shown: Favourite; status: FavouriteStatus | null } {
  const fresh = told?.found.find(({ activityId }) => activityId === one.activityId);
  const shown: Favourite = fresh ?? one;
  const isGone = fresh === undefined && told?.asked.includes(one.activityId) === true;
  const status = ((): FavouriteStatus | null => {
    if (isGone) return { kind: "mute", word: words.gone };
    if (now >= Date.parse(shown.endTime)) return { kind: "ended", word: words.ended };
    return fresh ? shownStatus(fresh) : null;
  })();
  return { shown, status };
}

/** What was told, and when the server said it: ms, where it could not be asked again; null while it is fresh. */
type Answer = { readonly told: Told | null; readonly asOf: number | null };

/** How the favourites stand by now; without a network as it was told last (requirement Q13). null: nobody can tell */
export async function askAbout(favourites: readonly Favourite[]): Promise<Answer | null> {
  if (favourites.length === 0) return null;
  const of = whose();
  try {
    const told = await askFor(favourites);
    // Nothing of somebody who has logged out meanwhile is kept.
    if (whose() === of) void keepOwn(of, KEY, told, serverTime.now());
    return { told, asOf: null };
  } catch (error) {
    const kept = isUnreached(error) ? await readOwn<Told>(of, KEY) : null;
    return kept && { told: kept.answer, asOf: kept.asOf };
  }
}
