import { useEffect } from "react";
import { hasBridge, isInWechat } from "../platform/client.ts";
import { useUser } from "../platform/login/use-user.ts";
import type { SharedActivity } from "../ui/share-activity.ts";

/** The host's own share button shares the activity by the person's own link: whom it brings is told to go there (requirement M21). */
export function useOffered({ activityId, title, text, path, imageUrl = "" }: SharedActivity): void {
  const openId = useUser()?.openId ?? null;
  useEffect(() => {
    if (!hasBridge() && !isInWechat()) return;
    const offering = import("../ui/share-activity.ts").then(
      ({ offerActivity }) => offerActivity({ activityId, title, text, path, imageUrl }),
      () => () => {},
    );
    return () => void offering.then((takeBack) => takeBack());
  }, [activityId, title, text, path, imageUrl, openId]);
}
