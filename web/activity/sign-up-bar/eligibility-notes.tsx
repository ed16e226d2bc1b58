import { lazy, Suspense } from "react";
import { isInWechat } from "../../platform/environment/host-detection.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { ConditionsRow } from "./conditions-row.tsx";
import type { Detail } from "../detail/use-detail.ts";
import type { SignUpBarModel } from "./use-sign-up-bar.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";

const EligibilityNotice = lazy(() =>
  import("../../ui/feedback/eligibility-notice.tsx").then((loaded) => ({
    default: loaded.EligibilityNotice,
  })),
);
const OpenInApp = lazy(() =>
  import("../detail/open-in-app.tsx").then((loaded) => ({ default: loaded.OpenInApp })),
);

type EligibilityNotesProps = { activity: Detail["activity"]; model: SignUpBarModel };

/** Button of the app, conditions of the activity, and the reason that excludes this person. */
export function EligibilityNotes({ activity, model: { block, reload } }: EligibilityNotesProps) {
  const { activityId } = activity;
  const user = useUser();
  // Loaded only in WeChat; visible once WeChat shows it.
  const isOffered = useHydrated() && isInWechat();
  return (
    <>
      {isOffered && (
        <Suspense>
          <OpenInApp activity={activity} />
        </Suspense>
      )}
      <ConditionsRow
        {...{ activityId, conditions: activity.conditions ?? [] }}
        onSeen={() => void (user && reload())}
      />
      {block !== null && activity.status !== 3 && (
        <Suspense>
          <div className={layoutCss.marginTop4}>
            <EligibilityNotice {...{ block, activityId }} onRetry={() => void reload()} />
          </div>
        </Suspense>
      )}
    </>
  );
}
