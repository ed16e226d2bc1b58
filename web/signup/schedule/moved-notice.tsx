import { useState } from "react";
import { formatSpan } from "#contract/core/date-text.ts";
import { acknowledgeSchedule, type ScheduleChange } from "#contract/signup/schedule.ts";
import { notifySignedUp } from "../../platform/activity/activity-events.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { signUpMessages } from "../messages.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";

type MovedNoticeProps = {
  activityId: string;
  /** Change of times that the guest has not acknowledged. */
  moved: ScheduleChange;
  /** Current times. */
  startTime: string;
  endTime: string;
  /** Called after the guest acknowledged; null for an offline copy, which cannot. */
  onAcknowledged: (() => void) | null;
};

/** Earlier and current time of something that was moved, until the guest acknowledges it (requirement L28). */
export function MovedNotice({ activityId, moved, startTime, endTime, onAcknowledged }: MovedNoticeProps) {
  const [isBusy, setBusy] = useState(false);
  const texts = signUpMessages.moved;
  const acknowledge = async (done: () => void) => {
    setBusy(true);
    try {
      await send(acknowledgeSchedule, { id: activityId, changeId: moved.changeId }, { isSilent: true });
      notifySignedUp();
      done();
    } catch (error) {
      showToast(describeFailure(error).title);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice kind="warn">
      <b>{texts.title}</b>
      <br />
      {texts.before(formatSpan(moved.startTime, moved.endTime))}
      <br />
      {texts.now(formatSpan(startTime, endTime))}
      {onAcknowledged !== null && (
        <>
          <br />
          <button
            type="button"
            className={controlsCss.link}
            disabled={isBusy}
            onClick={() => void acknowledge(onAcknowledged)}
          >
            {texts.known}
          </button>
        </>
      )}
    </Notice>
  );
}
