import { BarredNotice } from "../ui/barred-notice.tsx";
import { useUser } from "../platform/login/use-user.ts";
import { ConditionsRow } from "./conditions-row.tsx";
import { OpenInApp } from "./open-in-app.tsx";
import type { Detail } from "./use-detail.ts";
import type { SignUpStanding } from "./use-sign-up-bar.ts";

type StandingNotesProps = { activity: Detail["activity"]; standing: SignUpStanding };

/** The way into the app, what the activity asks for, and what keeps this person out. */
export function StandingNotes({ activity, standing: { barred, ask } }: StandingNotesProps) {
  const { activityId } = activity;
  const user = useUser();
  return (
    <>
      <OpenInApp activity={activity} />
      <ConditionsRow
        {...{ activityId, conditions: activity.conditions ?? [] }}
        onSeen={() => void (user && ask())}
      />
      {barred !== null && activity.status !== 3 && (
        <div className="mt4">
          <BarredNotice {...{ barred, activityId }} onRetry={() => void ask()} />
        </div>
      )}
    </>
  );
}
