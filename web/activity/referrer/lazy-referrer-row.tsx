import { lazy, Suspense } from "react";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { currentChannel } from "../../platform/tracking/channel.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";

const ReferrerRow = lazy(() =>
  import("./referrer-row.tsx").then((loaded) => ({ default: loaded.ReferrerRow })),
);

/** Referrer of a visit by a share link; the script loads only for such visits. */
export function LazyReferrerRow({ activity }: { activity: ActivityDetail }) {
  const isSent = useHydrated() && currentChannel().from !== undefined;
  return isSent ? (
    <Suspense>
      <ReferrerRow activity={activity} />
    </Suspense>
  ) : null;
}
