import type { ReactNode } from "react";
import type { ActivityDetail } from "#contract/activity.ts";
import { formatDate, wallClock } from "../ui/format.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Empty } from "../ui/states.tsx";
import { words } from "./words.ts";

/** Why there is no form. */
export type ClosedReason = "missing" | "soon" | "ended";

type Judged = Pick<ActivityDetail, "signUpStartTime" | "signUpEndTime" | "remaining">;

/** Whether the sign-up takes anybody at a moment (server's time, ms); null where it does, "full" where one may wait (requirements L09, L18). */
export function closedReason(activity: Judged, now: number): ClosedReason | "full" | null {
  if (now < Date.parse(activity.signUpStartTime)) return "soon";
  if (now >= Date.parse(activity.signUpEndTime)) return "ended";
  return activity.remaining !== null && activity.remaining <= 0 ? "full" : null;
}

const opensAt = (moment: string): string => `${formatDate(moment)} ${wallClock(moment).time}`;

type ClosedProps = { reason: ClosedReason; activity: ActivityDetail | null; detail: string };

/** Explains it, with ways on. */
export function Closed({ reason, activity, detail }: ClosedProps) {
  const others: ReactNode = (
    <ButtonLink to="/list" className="f1" {...(reason === "soon" && { look: "outline" as const })}>
      {words.others}
    </ButtonLink>
  );
  const text =
    reason === "soon" ? words.soon.text(opensAt(activity?.signUpStartTime ?? "")) : words[reason].text;
  return (
    <Empty title={words[reason].title} text={text}>
      {activity !== null && (
        <ButtonLink to={detail} className="f1" {...(reason !== "soon" && { look: "outline" as const })}>
          {words.back}
        </ButtonLink>
      )}
      {others}
    </Empty>
  );
}
