import { useController, type Control } from "react-hook-form";
import { Hint } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { useSkeleton } from "../ui/skeleton.tsx";
import { wallClock } from "../ui/format.ts";
import { ChoiceGroup } from "../ui/choice-group.tsx";
import { dayLabel, isDateFull, isSessionFull } from "./dates.ts";
import type { FormValues } from "./form-values.ts";
import type { Dates } from "./use-dates.ts";
import { words } from "./words.ts";

type SessionFieldProps = {
  control: Control<FormValues>;
  dates: Dates;
  /** There are other dealers to choose. */
  hasOthers: boolean;
  onRetry: () => void;
};

/** Why there is no session to choose. */
function emptyText({ list }: Dates, hasOthers: boolean): string {
  if (list.length === 0) return words.noDates;
  return hasOthers ? words.allFullHere : words.allFull;
}

/** A date, then one of its sessions with the seats left. */
export function SessionField({ control, dates, hasOthers, onRetry }: SessionFieldProps) {
  const date = useController({ control, name: "date" }).field;
  const { field, fieldState } = useController({ control, name: "sessionId" });
  const isSkeleton = useSkeleton(dates.state === "loading");
  const error = fieldState.error?.message;
  const errorId = error === undefined ? undefined : "sessionId-hint";
  const sessions = dates.list.find((one) => one.date === date.value)?.sessions ?? [];
  if (dates.state === "failed")
    return (
      <div className="mt3">
        <Notice kind="warn">
          {words.datesFailed}
          <button type="button" className="lk again" onClick={onRetry}>
            {words.retry}
          </button>
        </Notice>
      </div>
    );
  if (isSkeleton || (dates.state === "loading" && dates.list.length === 0))
    return <output className="sk dates-sk" aria-label={words.loadingDates} />;
  if (dates.list.every(isDateFull))
    return (
      <div className="mt3">
        <Notice kind="warn">{emptyText(dates, hasOthers)}</Notice>
      </div>
    );
  return (
    <>
      <ChoiceGroup
        name="date"
        label={words.date}
        look="days"
        value={date.value}
        onChoose={(value) => {
          date.onChange(value);
          field.onChange("");
        }}
        choices={dates.list.map((one) => {
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
        value={field.value}
        onChoose={field.onChange}
        errorId={errorId}
        focusRef={field.ref}
        choices={sessions.map((session) => {
          const isFull = isSessionFull(session);
          return {
            value: session.sessionId,
            isDisabled: isFull,
            content: (
              <>
                <b>
                  {wallClock(session.startTime).time} – {wallClock(session.endTime).time}
                </b>
                <small>{isFull ? words.sessionFull : words.left(session.remaining)}</small>
              </>
            ),
          };
        })}
      />
      <Hint id="sessionId-hint" error={error} />
    </>
  );
}
