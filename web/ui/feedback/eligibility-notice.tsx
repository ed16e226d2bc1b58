import * as barredNoticeCss from "./eligibility-notice.module.css";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Notice } from "./notice.tsx";
import type { EligibilityBlock } from "./eligibility.ts";
import { uiMessages } from "../messages.ts";
import * as controlsCss from "../styles/controls.module.css";

type BarredNoticeProps = {
  barred: EligibilityBlock;
  activityId: string;
  /** Finds out again. */
  onRetry: () => void;
};

/** Says in the page why the person may not take part, with the way to the reasons one by one. */
export const EligibilityNotice = ({ barred, activityId, onRetry }: BarredNoticeProps) => (
  <Notice kind="warn">
    <p>{barred.text}</p>
    <button
      type="button"
      className={`${controlsCss.link} ${barredNoticeCss.reasons}`}
      onClick={() => {
        if (barred.kind === "unknown") onRetry();
        else void raiseChallenge("eligibility", { activityId }).then(onRetry);
      }}
    >
      {barred.kind === "unknown" ? uiMessages.retry : uiMessages.why}
    </button>
  </Notice>
);
