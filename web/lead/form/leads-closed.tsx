import type { ActivityDetail } from "#contract/activity/activity.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { leadMessages } from "../messages.ts";

type ClosedProps = {
  activity: Pick<ActivityDetail, "activityType" | "status" | "startTime" | "signUpStartTime">;
};

/** Replaces the form while no leads are accepted: start time, or where to go instead. */
export default function LeadsClosed({ activity }: ClosedProps) {
  const { activityType, status, startTime, signUpStartTime } = activity;
  const { soon, ended } = leadMessages.closed;
  if (status !== 1)
    return (
      <EmptyState {...ended}>
        <ButtonLink to={`/list?activityType=${activityType}`}>{leadMessages.others}</ButtonLink>
      </EmptyState>
    );
  // The period that the status follows: an online campaign's own, an offline activity's sign-up's (K09, K10).
  const opens = activityType === "online" ? startTime : signUpStartTime;
  return <EmptyState title={soon.title} text={soon.text(formatMoment(opens))} />;
}
