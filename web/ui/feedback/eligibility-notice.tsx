import * as eligibilityNoticeCss from "./eligibility-notice.module.css";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Notice } from "./notice.tsx";
import type { EligibilityBlock } from "./eligibility.ts";
import { closedMessages } from "./closed-messages.ts";
import { uiMessages } from "../messages.ts";
import * as controlsCss from "../styles/controls.module.css";

type EligibilityNoticeProps = {
  block: EligibilityBlock;
  activityId: string;
  /** Checks the eligibility again. */
  onRetry: () => void;
};

/** Notice why the person may not take part, with a button that opens the reasons one by one. */
export const EligibilityNotice = ({ block, activityId, onRetry }: EligibilityNoticeProps) => (
  <Notice kind="warn">
    <p>{block.text}</p>
    <button
      type="button"
      className={`${controlsCss.link} ${eligibilityNoticeCss.reasons}`}
      onClick={() => {
        if (block.kind === "unknown") onRetry();
        else void raiseChallenge("eligibility", { activityId }).then(onRetry);
      }}
    >
      {block.kind === "unknown" ? uiMessages.retry : closedMessages.why}
    </button>
  </Notice>
);
