import { lazy, Suspense } from "react";
import { isInWechat } from "../platform/client.ts";
import { useUser } from "../platform/login/use-user.ts";
import { useHydrated } from "../ui/hydrated.ts";
import { ConditionsRow } from "./conditions-row.tsx";
import type { Detail } from "./use-detail.ts";
import type { SignUpStanding } from "./use-sign-up-bar.ts";

const BarredNotice = lazy(() =>
  import("../ui/barred-notice.tsx").then((loaded) => ({ default: loaded.BarredNotice })),
);
const OpenInApp = lazy(() => import("./open-in-app.tsx").then((loaded) => ({ default: loaded.OpenInApp })));

type StandingNotesProps = { activity: Detail["activity"]; standing: SignUpStanding };

/** The way into the app, what the activity asks for, and what keeps this person out. */
export function StandingNotes({ activity, standing: { barred, ask } }: StandingNotesProps) {
  const { activityId } = activity;
  const user = useUser();
  // Most have no use for it, and those that do see it when WeChat shows it.
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
        onSeen={() => void (user && ask())}
      />
      {barred !== null && activity.status !== 3 && (
        <Suspense>
          <div className="mt4">
            <BarredNotice {...{ barred, activityId }} onRetry={() => void ask()} />
          </div>
        </Suspense>
      )}
    </>
  );
}
