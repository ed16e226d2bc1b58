import { lazy, Suspense } from "react";
import type { ActivityDetail } from "#contract/activity.ts";
import { channelNow } from "../platform/channel.ts";
import { useHydrated } from "../ui/hydrated.ts";

const InvitationRow = lazy(() =>
  import("./invitation-row.tsx").then((loaded) => ({ default: loaded.InvitationRow })),
);

/** Who invites, for a visit that somebody sent; its script comes for those visits alone. */
export function Invited({ activity }: { activity: ActivityDetail }) {
  const isSent = useHydrated() && channelNow().from !== undefined;
  return isSent ? (
    <Suspense>
      <InvitationRow activity={activity} />
    </Suspense>
  ) : null;
}
