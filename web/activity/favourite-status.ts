import { useState } from "react";
import { send } from "../platform/http/send.ts";
import { serverTime } from "../platform/server-time.ts";
import { refusalOf } from "../ui/failure.ts";
import { loadActivity } from "./api.ts";
import type { Favourite } from "./detail-actions.ts";
import { words } from "./favourites-words.ts";
import { shownStatus, type ShownStatus } from "./status.ts";

/** How a favourite stands, as its tag shows it; "mute": nobody shows it any more. */
export type FavouriteStatus = { readonly kind: ShownStatus["kind"] | "mute"; readonly word: string };

/** So many are asked for, the last ones kept; the others show what is known of them here. */
const MOST = 20;

async function askFor({ activityId }: Favourite): Promise<FavouriteStatus | null> {
  try {
    return shownStatus(await loadActivity(send, activityId));
  } catch (error) {
    return refusalOf(error)?.refusal === "notFound" ? { kind: "mute", word: words.gone } : null;
  }
}

/** How each favourite stands by now (mockup 12-favourites). */
export function useFavouriteStatuses() {
  const [now] = useState(() => serverTime.now());
  const [told, setTold] = useState<ReadonlyMap<string, FavouriteStatus>>(new Map());
  const ask = (favourites: readonly Favourite[]): void => {
    for (const one of favourites.slice(0, MOST))
      void askFor(one).then(
        (status) => status && setTold((before) => new Map(before).set(one.activityId, status)),
      );
  };
  /** null where nobody can tell: without a network the kept dates alone do. */
  const statusOf = ({ activityId, endTime }: Favourite): FavouriteStatus | null =>
    told.get(activityId) ?? (now >= Date.parse(endTime) ? { kind: "ended", word: words.ended } : null);
  return { ask, statusOf };
}
