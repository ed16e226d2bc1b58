import "./barred-notice.css";
import { raise } from "../platform/http/challenges.ts";
import { Notice } from "./notice.tsx";
import type { Barred } from "./standing.ts";
import { words } from "./words.ts";

type BarredNoticeProps = {
  barred: Barred;
  activityId: string;
  /** Finds out again. */
  onRetry: () => void;
};

/** Says in the page why the person may not take part, with the way to the reasons one by one. */
export const BarredNotice = ({ barred, activityId, onRetry }: BarredNoticeProps) => (
  <Notice kind="warn">
    <p>{barred.text}</p>
    <button
      type="button"
      className="lk why"
      onClick={() => {
        if (barred.kind === "unknown") onRetry();
        else void raise("eligibility", { activityId }).then(onRetry);
      }}
    >
      {barred.kind === "unknown" ? words.retry : words.why}
    </button>
  </Notice>
);
