import type { ReactNode } from "react";
import type { ActivityDetail } from "#contract/activity.ts";
import type { CalledOff } from "#contract/called-off.ts";
import { formatDate, wallClock } from "../ui/format.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Empty } from "../ui/states.tsx";
import { words } from "./words.ts";

/** Why there is no form. */
export type ClosedReason = "missing" | "soon" | "ended" | "gone";

type Judged = Pick<ActivityDetail, "signUpStartTime" | "signUpEndTime" | "remaining">;

/** Whether the sign-up takes anybody at a moment (server's time, ms); null where it does, "full" where one may wait (requirements L09, L18). */
export function closedReason(activity: Judged, now: number): ClosedReason | "full" | null {
  if (now < Date.parse(activity.signUpStartTime)) return "soon";
  if (now >= Date.parse(activity.signUpEndTime)) return "ended";
  return activity.remaining !== null && activity.remaining <= 0 ? "full" : null;
}

const opensAt = (moment: string): string => `${formatDate(moment)} ${wallClock(moment).time}`;

type ClosedProps = {
  reason: ClosedReason;
  activity: ActivityDetail | null;
  detail: string;
  /** Of what is gone, where it was called off. */
  calledOff?: CalledOff | null;
};

/** Explains it, with ways on. */
export function Closed({ reason, activity, detail, calledOff = null }: ClosedProps) {
  const others: ReactNode = (
    <ButtonLink to="/list" className="f1" {...(reason === "soon" && { look: "outline" as const })}>
      {words.others}
    </ButtonLink>
  );
  const text =
    reason === "soon" ? words.soon.text(opensAt(activity?.signUpStartTime ?? "")) : words[reason].text;
  return (
    <Empty
      title={calledOff ? words.calledOff.title : words[reason].title}
      text={calledOff ? words.calledOff.text(calledOff.reason) : text}
    >
      {activity !== null && (
        <ButtonLink to={detail} className="f1" {...(reason !== "soon" && { look: "outline" as const })}>
          {words.back}
        </ButtonLink>
      )}
      {others}
    </Empty>
  );
}
