import { useController, type Control } from "react-hook-form";
import { FieldHint } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { useSkeleton } from "../../ui/feedback/skeleton.tsx";
import { isDateFull, isSessionFullIn } from "../session-choice/session-dates.ts";
import type { FormValues } from "../register/form-values.ts";
import { SessionChoice } from "../session-choice/session-choice.tsx";
import type { SessionDates } from "../session-choice/use-session-dates.ts";
import { signUpMessages } from "../messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as signUpCss from "../register/sign-up.module.css";

type SessionFieldProps = {
  control: Control<FormValues>;
  dates: SessionDates;
  /** There are other dealers to choose. */
  hasOthers: boolean;
  /** All seats are taken: any choice is for the waitlist. */
  isFull: boolean;
  onRetry: () => void;
};

/** Choice of a date, then of a session with its free seats; full sessions are for the waitlist. */
export function SessionField({ control, dates, hasOthers, isFull, onRetry }: SessionFieldProps) {
  const date = useController({ control, name: "date" }).field;
  const waits = useController({ control, name: "waits" }).field;
  const { field, fieldState } = useController({ control, name: "sessionId" });
  const isSkeleton = useSkeleton(dates.state === "loading");
  const error = fieldState.error?.message;
  const errorId = error === undefined ? undefined : "sessionId-hint";
  if (dates.state === "failed")
    return (
      <div className={layoutCss.marginTop3}>
        <Notice kind="warn">
          {signUpMessages.datesFailed}
          <button type="button" className={`${controlsCss.link} ${controlsCss.retry}`} onClick={onRetry}>
            {signUpMessages.retry}
          </button>
        </Notice>
      </div>
    );
  if (isSkeleton || (dates.state === "loading" && dates.list.length === 0))
    return (
      <output
        className={`${contentCss.skeleton} ${signUpCss.datesSkeleton}`}
        aria-label={signUpMessages.loadingDates}
      />
    );
  if (dates.list.length === 0)
    return (
      <div className={layoutCss.marginTop3}>
        <Notice kind="warn">{signUpMessages.noDates}</Notice>
      </div>
    );
  return (
    <>
      {!isFull && dates.list.every(isDateFull) && (
        <div className={layoutCss.marginTop3}>
          <Notice kind="warn">{hasOthers ? signUpMessages.allFullHere : signUpMessages.allFull}</Notice>
        </div>
      )}
      <SessionChoice
        dates={dates.list}
        date={date.value}
        sessionId={field.value}
        onDate={(value) => {
          date.onChange(value);
          field.onChange("");
        }}
        onSession={(value) => {
          waits.onChange(isSessionFullIn(dates.list, value));
          field.onChange(value);
        }}
        errorId={errorId}
        waitlist={isFull ? "all" : "full"}
        focusRef={field.ref}
      />
      <FieldHint id="sessionId-hint" error={error} />
    </>
  );
}
