import type { Ref } from "react";
import type { ActivityDate } from "#contract/signup/signup.ts";
import { formatClockSpan } from "#contract/core/moment-text.ts";
import { ChoiceGroup } from "../../ui/form/choice-group.tsx";
import { dayLabel, isDateFull, isSessionFull } from "./session-dates.ts";
import { signUpMessages } from "../messages.ts";
import * as signUpCss from "../register/sign-up.module.css";

type SessionChoiceProps = {
  dates: readonly ActivityDate[];
  date: string;
  sessionId: string;
  onDate: (date: string) => void;
  onSession: (sessionId: string) => void;
  errorId?: string | undefined;
  focusRef?: Ref<HTMLInputElement>;
  /** The person's present session, which cannot be chosen. */
  currentId?: string | null;
  /** Sessions that are for the waitlist when chosen: none, full ones, or all because all seats are taken. */
  waitlist?: "none" | "full" | "all";
};

/** Text about the seats below a session's times. */
function seatsText(
  session: ActivityDate["sessions"][number],
  { currentId = null, waitlist = "none" }: Pick<SessionChoiceProps, "currentId" | "waitlist">,
): string {
  if (session.sessionId === currentId) return signUpMessages.own.heldSession;
  const isFull = isSessionFull(session);
  if (waitlist === "all" || (waitlist === "full" && isFull)) return signUpMessages.waitlist.session;
  return isFull ? signUpMessages.sessionFull : signUpMessages.left(session.remaining);
}

/** Choice of a date, then of a session with its free seats. */
export function SessionChoice(props: SessionChoiceProps) {
  const { dates, date, currentId = null, waitlist = "none" } = props;
  const sessions = dates.find((activityDate) => activityDate.date === date)?.sessions ?? [];
  return (
    <>
      <ChoiceGroup
        name="date"
        label={signUpMessages.date}
        className={signUpCss.days}
        value={date}
        onChoose={props.onDate}
        choices={dates.map((activityDate) => {
          const { weekday, day } = dayLabel(activityDate.date);
          return {
            value: activityDate.date,
            isDisabled: waitlist === "none" && isDateFull(activityDate),
            content: (
              <>
                <span>{weekday}</span>
                <b>{day}</b>
              </>
            ),
          };
        })}
      />
      <ChoiceGroup
        name="sessionId"
        label={signUpMessages.session}
        className={signUpCss.slots}
        value={props.sessionId}
        onChoose={props.onSession}
        errorId={props.errorId}
        {...(props.focusRef !== undefined && { focusRef: props.focusRef })}
        choices={sessions.map((session) => ({
          value: session.sessionId,
          isDisabled: (waitlist === "none" && isSessionFull(session)) || session.sessionId === currentId,
          content: (
            <>
              <b>{formatClockSpan(session.startTime, session.endTime)} </b>
              <small>{seatsText(session, props)}</small>
            </>
          ),
        }))}
      />
    </>
  );
}
