import type { ReactNode } from "react";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Cancellation } from "#contract/activity/cancellation.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { ButtonLink } from "../../ui/form/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { signUpMessages } from "../messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";

/** Reason why there is no form. */
export type ClosedReason = "missing" | "soon" | "ended" | "gone";

type RegistrationPeriod = Pick<ActivityDetail, "signUpStartTime" | "signUpEndTime" | "remaining">;

/**
 * Reason why the sign-up is closed at a moment (server's time, ms): null if it is open, "full" if only the
 * waitlist is open (requirements L09, L18).
 */
export function closedReason(activity: RegistrationPeriod, now: number): ClosedReason | "full" | null {
  if (now < Date.parse(activity.signUpStartTime)) return "soon";
  if (now >= Date.parse(activity.signUpEndTime)) return "ended";
  return activity.remaining !== null && activity.remaining <= 0 ? "full" : null;
}

type ClosedProps = {
  reason: ClosedReason;
  activity: ActivityDetail | null;
  detail: string;
  /** Cancellation of an activity that is gone. */
  calledOff?: Cancellation | null;
};

/** Explains why there is no form, with links to continue. */
export function RegistrationClosed({ reason, activity, detail, calledOff = null }: ClosedProps) {
  const others: ReactNode = (
    <ButtonLink
      to="/list"
      className={layoutCss.grow}
      {...(reason === "soon" && { look: "outline" as const })}
    >
      {signUpMessages.others}
    </ButtonLink>
  );
  const text =
    reason === "soon"
      ? signUpMessages.soon.text(formatDateTime(activity?.signUpStartTime ?? ""))
      : signUpMessages[reason].text;
  return (
    <EmptyState
      title={calledOff ? signUpMessages.calledOff.title : signUpMessages[reason].title}
      text={calledOff ? signUpMessages.calledOff.text(calledOff.reason) : text}
    >
      {activity !== null && (
        <ButtonLink
          to={detail}
          className={layoutCss.grow}
          {...(reason !== "soon" && { look: "outline" as const })}
        >
          {signUpMessages.back}
        </ButtonLink>
      )}
      {others}
    </EmptyState>
  );
}
