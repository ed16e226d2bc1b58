import type { Ref } from "react";
import type { ActivityDate } from "#contract/signup.ts";
import { ChoiceGroup } from "../ui/choice-group.tsx";
import { wallClock } from "../ui/format.ts";
import { dayLabel, isDateFull, isSessionFull } from "./dates.ts";
import { words } from "./words.ts";

type SessionChoiceProps = {
  dates: readonly ActivityDate[];
  date: string;
  sessionId: string;
  onDate: (date: string) => void;
  onSession: (sessionId: string) => void;
  errorId?: string | undefined;
  focusRef?: Ref<HTMLInputElement>;
  /** The session that the person has now: nothing to change to. */
  heldId?: string | null;
  /** Nothing is free: what is chosen is waited for. */
  isWaiting?: boolean;
};

/** Below a session's times: what there is to say of its seats. */
function seatsText(
  session: ActivityDate["sessions"][number],
  { heldId = null, isWaiting = false }: Pick<SessionChoiceProps, "heldId" | "isWaiting">,
): string {
  if (isWaiting) return words.waitlist.session;
  if (session.sessionId === heldId) return words.own.heldSession;
  return isSessionFull(session) ? words.sessionFull : words.left(session.remaining);
}

/** A date, then one of its sessions with the seats left. */
export function SessionChoice(props: SessionChoiceProps) {
  const { dates, date, heldId = null } = props;
  const sessions = dates.find((one) => one.date === date)?.sessions ?? [];
  return (
    <>
      <ChoiceGroup
        name="date"
        label={words.date}
        look="days"
        value={date}
        onChoose={props.onDate}
        choices={dates.map((one) => {
          const { weekday, day } = dayLabel(one.date);
          return {
            value: one.date,
            isDisabled: isDateFull(one),
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
        label={words.session}
        look="slots"
        value={props.sessionId}
        onChoose={props.onSession}
        errorId={props.errorId}
        {...(props.focusRef !== undefined && { focusRef: props.focusRef })}
        choices={sessions.map((session) => ({
          value: session.sessionId,
          isDisabled: isSessionFull(session) || session.sessionId === heldId,
          content: (
            <>
              <b>
                {wallClock(session.startTime).time} – {wallClock(session.endTime).time}
              </b>
              <small>{seatsText(session, props)}</small>
            </>
          ),
        }))}
      />
    </>
  );
}
