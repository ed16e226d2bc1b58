import { useEffect, useRef, useState } from "react";
import { useHref } from "react-router";
import type { ActivityDetail } from "#contract/activity.ts";
import { hasBridge } from "../platform/client.ts";
import { toast } from "../platform/http/challenges.ts";
import { firstScreenOver } from "../platform/hydration.ts";
import { track } from "../platform/track.ts";
import { favouriteOf } from "./favourite.ts";
import { detailPath } from "./card-facts.ts";
import { words } from "./detail-words.ts";

/** Neither is needed for what is on show: they come when the first screen is over, or with the first tap. */
const loadSharing = () => import("../platform/share.ts");
const loadDatabase = async () => (await import("../platform/storage/database.ts")).database;
void firstScreenOver.then(loadSharing).catch(() => {});

/**
 * Shares an activity's page, and says what happened (requirement K20). The host's own share button
 * shares the same while the page is on show.
 */
export function useShare(activity: ActivityDetail): () => void {
  const path = useHref(detailPath(activity));
  const title = activity.share.title || activity.title;
  const text = activity.share.desc;
  const imageUrl = activity.share.imgUrl || activity.coverUrl;
  useEffect(() => {
    if (!hasBridge()) return;
    const offering = loadSharing().then(
      ({ offerShare }) => offerShare({ title, text, path, imageUrl }),
      () => () => {},
    );
    return () => void offering.then((takeBack) => takeBack());
  }, [title, text, path, imageUrl]);
  const run = async () => {
    const { share } = await loadSharing();
    const outcome = await share({ title, text, path, imageUrl });
    // The catalogue came with the calls' script at the first touch.
    if (outcome === "shared") toast((await import("#contract/errors.ts")).loginMessages.shareDone);
    if (outcome === "copied") toast(words.copied);
    if (outcome === "failed") toast(words.shareFailed);
    if (outcome === "shared" || outcome === "copied")
      track("activity_shared", { activity_id: activity.activityId, outcome });
  };
  return () => void run().catch(() => toast(words.shareFailed));
}

/** Tells that the activity is looked at. @returns tells that the way to its form is taken */
export function useSteps({ activityId }: ActivityDetail): () => void {
  useEffect(() => track("activity_viewed", { activity_id: activityId }), [activityId]);
  return () => track("sign_up_tapped", { activity_id: activityId });
}

/** Whether this browser keeps the activity as a favourite (store `favorites`), and how to change that. */
export function useFavourite(activity: ActivityDetail): { isFavourite: boolean; toggle: () => void } {
  const { activityId } = activity;
  const [isFavourite, setFavourite] = useState(false);
  // Changes wait for each other, so that two quick taps end where they began.
  const last = useRef(Promise.resolve());
  useEffect(() => {
    let isCurrent = true;
    const read = async () => (await loadDatabase()).get("favorites", activityId);
    void firstScreenOver.then(read).then(
      (found) => isCurrent && setFavourite(found !== null),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [activityId]);
  const change = async () => {
    const database = await loadDatabase();
    const wasFavourite = (await database.get("favorites", activityId)) !== null;
    setFavourite(!wasFavourite);
    toast(wasFavourite ? words.favouriteRemoved : words.favouriteAdded);
    if (wasFavourite) await database.remove("favorites", activityId);
    else await database.put("favorites", activityId, favouriteOf(activity));
  };
  const toggle = () => {
    last.current = last.current.then(change).catch(() => toast(words.favouriteFailed));
  };
  return { isFavourite, toggle };
}
