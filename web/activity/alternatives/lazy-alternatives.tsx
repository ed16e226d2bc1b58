import { lazy, Suspense, useEffect, useState } from "react";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import { shownStatus } from "../status.ts";

const Alternatives = lazy(async () => ({ default: (await import("./alternatives.tsx")).Alternatives }));

/**
 * Alternatives below an activity that is full or over; their script loads only then, after the first screen.
 */
export function LazyAlternatives({ activity }: { activity: ActivityDetail }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => void firstScreenDone.then(() => setLate(true)), []);
  const { kind } = shownStatus(activity);
  return isLate && (kind === "full" || kind === "ended") ? (
    <Suspense>
      <Alternatives key={activity.activityId} activity={activity} />
    </Suspense>
  ) : null;
}
