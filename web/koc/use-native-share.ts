import { useEffect } from "react";
import { hasBridge, isInWechat } from "../platform/environment/host-detection.ts";
import { useUser } from "../platform/session/use-user.ts";
import type { SharedActivity } from "../ui/share/share-activity.ts";

/**
 * Makes the host's share button share the activity by the user's link so that referred users are credited
 * (requirement M21).
 */
export function useNativeShare({ activityId, title, text, path, imageUrl = "" }: SharedActivity): void {
  const openId = useUser()?.openId ?? null;
  useEffect(() => {
    if (!hasBridge() && !isInWechat()) return;
    const offering = import("../ui/share/share-activity.ts").then(
      ({ offerActivityShare: offerActivity }) => offerActivity({ activityId, title, text, path, imageUrl }),
      () => () => {},
    );
    return () => void offering.then((takeBack) => takeBack());
  }, [activityId, title, text, path, imageUrl, openId]);
}
