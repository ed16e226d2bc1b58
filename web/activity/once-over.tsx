import { lazy, Suspense, useEffect, useState } from "react";
import type { ActivityDetail } from "#contract/activity.ts";
import { firstScreenOver } from "../platform/hydration.ts";
import { shownStatus } from "./status.ts";

const Others = lazy(async () => ({ default: (await import("./others-nearby.tsx")).OthersNearby }));

/** What else there is, where an activity is full or over; its script comes for those, after the first screen. */
export function OnceOver({ activity }: { activity: ActivityDetail }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => void firstScreenOver.then(() => setLate(true)), []);
  const { kind } = shownStatus(activity);
  return isLate && (kind === "full" || kind === "ended") ? (
    <Suspense>
      <Others key={activity.activityId} activity={activity} />
    </Suspense>
  ) : null;
}
