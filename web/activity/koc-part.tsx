import { lazy, memo, Suspense } from "react";
import type { ActivityDetail } from "#contract/activity.ts";

const KocSection = lazy(() => import("./koc-section.tsx").then((loaded) => ({ default: loaded.KocSection })));

type KocPartProps = { activity: ActivityDetail; onInvite: () => void };

/**
 * The way to an activity's KOC programme; its script comes for those that have one. Rendered on the server it
 * stays as it is until then, so the element stays the same however often the page around it is rendered.
 */
export const KocPart = memo(
  ({ activity: { activityId, koc }, onInvite }: KocPartProps) =>
    koc === undefined ? null : (
      <Suspense>
        <KocSection {...{ activityId, koc, onInvite }} />
      </Suspense>
    ),
  (one, other) =>
    one.activity.activityId === other.activity.activityId && one.activity.koc === other.activity.koc,
);
