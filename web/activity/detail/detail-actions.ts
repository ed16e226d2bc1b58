import { useEffect, useRef, useState } from "react";
import { useHref } from "react-router";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { hasBridge, isInWechat } from "../../platform/environment/host-detection.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { track } from "../../platform/tracking/track.ts";
import { detailPath } from "../card/card-facts.ts";
import { detailMessages } from "./detail-messages.ts";

/** Both load after the first screen or with the first tap, since the first screen needs neither. */
const loadSharing = () => import("../../ui/share/share-activity.ts");
const loadFavourites = () => import("../favourites/favourites.ts");
void firstScreenDone.then(loadSharing).catch(() => {});

/**
 * Shares an activity's page with the person's own link and shows the outcome (requirements K20, M21). The
 * host's own share button shares the same link while the page is shown.
 */
export function useShareActivity(
  activity: ActivityDetail,
  isPreview: boolean,
): { share: () => void; openPoster: () => void } {
  const path = useHref(detailPath(activity));
  const openId = useUser()?.openId ?? null;
  const { activityId } = activity;
  const title = activity.share.title || activity.title;
  const text = activity.share.desc;
  const imageUrl = activity.share.imgUrl || activity.coverUrl;
  useEffect(() => {
    if (isPreview || (!hasBridge() && !isInWechat())) return;
    const offering = loadSharing().then(
      ({ offerActivityShare: offerActivity }) => offerActivity({ activityId, title, text, path, imageUrl }),
      () => () => {},
    );
    return () => void offering.then((withdraw) => withdraw());
  }, [isPreview, activityId, title, text, path, imageUrl, openId]);
  const run = async () => (await loadSharing()).shareActivity({ activityId, title, text, path, imageUrl });
  return {
    share: () => void run().catch(() => showToast(detailMessages.shareFailed)),
    openPoster: () => void raiseChallenge("poster", { activityId, title, text, path, imageUrl }),
  };
}

/**
 * Tracks the view of the activity, unless it is a draft.
 * @returns function that tracks the tap on the sign-up button
 */
export function useDetailTracking({ activityId }: ActivityDetail, isPreview: boolean): () => void {
  useEffect(() => {
    if (!isPreview) track("activity_viewed", { activity_id: activityId });
  }, [activityId, isPreview]);
  return () => track("sign_up_tapped", { activity_id: activityId });
}

/**
 * Whether this browser stores the activity as a favourite (store `favorites`), and the function that toggles
 * it.
 */
export function useFavourite(activity: ActivityDetail): { isFavourite: boolean; toggle: () => void } {
  const { activityId } = activity;
  const [isFavourite, setFavourite] = useState(false);
  // Changes are queued, so that two quick taps restore the initial state.
  const last = useRef(Promise.resolve());
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const found = await (await loadFavourites()).isStoredFavourite(activityId);
      if (isCurrent) setFavourite(found);
    };
    // Queued, so that an older read cannot revert a tap.
    void firstScreenDone.then(() => {
      last.current = last.current.then(read).catch(() => {});
    });
    return () => {
      isCurrent = false;
    };
  }, [activityId]);
  const change = async () => (await loadFavourites()).toggleFavourite(activity, setFavourite);
  const toggle = () => {
    last.current = last.current.then(change).catch(() => showToast(detailMessages.favouriteFailed));
  };
  return { isFavourite, toggle };
}
