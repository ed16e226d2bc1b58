import * as signUpCss from "../register/sign-up.module.css";
import { useEffect, useEffectEvent, useState } from "react";
import { formatSpan } from "#contract/core/date-text.ts";
import { send } from "../../platform/http/send.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { Button } from "../../ui/form/button.tsx";
import { describeFailure, asRefusal } from "../../ui/feedback/load-failure.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import { reconcileSelection } from "../session-choice/session-dates.ts";
import { changeOwnSession, type ManagedSignUp } from "./manage-sign-up.ts";
import { SessionChoice } from "../session-choice/session-choice.tsx";
import type { MovedSession } from "../ticket/ticket-record.ts";
import { useSessionDates } from "../session-choice/use-session-dates.ts";
import { signUpMessages } from "../messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type ChangeSessionSheetProps = {
  signUp: ManagedSignUp;
  onClose: () => void;
  onChanged: (moved: MovedSession) => void;
};

/** Choice of another session of the same dealer for an existing sign-up. */
export function ChangeSessionSheet({ signUp, onClose, onChanged }: ChangeSessionSheetProps) {
  const { dates, load } = useSessionDates(send, signUp.activityId, null);
  const [choice, setChoice] = useState({ date: "", sessionId: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const reload = () =>
    load(signUp.dealerId ?? "").then(
      (loaded) => loaded && setChoice((before) => reconcileSelection(loaded.list, before)),
    );
  const start = useEffectEvent(() => void reload());
  useEffect(() => start(), []);
  const [isBusy, change] = useSingleFlight(async () => {
    if (choice.sessionId === "") return setProblem(signUpMessages.own.chooseFirst);
    setProblem(null);
    try {
      const moved = await changeOwnSession(signUp, choice.sessionId);
      showToast(signUpMessages.own.changed(formatSpan(moved.startTime, moved.endTime)));
      onChanged(moved);
      onClose();
    } catch (error) {
      const refusal = asRefusal(error);
      setProblem(refusal?.message ?? describeFailure(error).title);
      await reload();
    }
  });
  return (
    <Sheet isOpen title={signUpMessages.own.changeTitle} onClose={onClose} isBusy={isBusy}>
      <div className={`${overlayCss.body} ${signUpCss.change}`}>
        <p className={`${textCss.small} ${textCss.secondary}`}>
          {signUpMessages.own.changeText(formatSpan(signUp.startTime, signUp.endTime))}
        </p>
        {dates.state === "failed" ? (
          <div className={layoutCss.marginTop3}>
            <Notice kind="warn">
              {signUpMessages.datesFailed}
              <button
                type="button"
                className={`${controlsCss.link} ${controlsCss.retry}`}
                onClick={() => void reload()}
              >
                {signUpMessages.retry}
              </button>
            </Notice>
          </div>
        ) : dates.state === "loading" && dates.list.length === 0 ? (
          <output
            className={`${contentCss.skeleton} ${signUpCss.datesSkeleton}`}
            aria-label={signUpMessages.loadingDates}
          />
        ) : (
          <SessionChoice
            dates={dates.list}
            {...choice}
            currentId={signUp.sessionId}
            onDate={(date) => setChoice({ date, sessionId: "" })}
            onSession={(sessionId) => setChoice((before) => ({ ...before, sessionId }))}
          />
        )}
        {problem !== null && (
          <div className={layoutCss.marginTop3}>
            <Notice kind="err">{problem}</Notice>
          </div>
        )}
        <Button isWide isBusy={isBusy} className={layoutCss.marginTop4} onClick={() => void change()}>
          {signUpMessages.own.changeTo}
        </Button>
      </div>
    </Sheet>
  );
}
