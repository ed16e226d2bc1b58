import { raiseChallenge } from "../../platform/http/challenges.ts";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { ShieldIcon } from "../../ui/icons/activity-icons.tsx";
import { detailMessages } from "../detail/detail-messages.ts";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

type ConditionsRowProps = {
  activityId: string;
  /** Conditions of the activity, as nouns. */
  conditions: readonly string[];
  /** Called when the sheet is closed: conditions may be met by now. */
  onSeen: () => void;
};

/** Conditions specific to an activity, shown also to visitors; opens the sheet with the person's status. */
export const ConditionsRow = ({ activityId, conditions, onSeen }: ConditionsRowProps) =>
  conditions.length === 0 ? null : (
    <button
      type="button"
      className={detailCss.conditions}
      data-tap="press"
      suppressHydrationWarning
      onClick={() => void raiseChallenge("eligibility", { activityId }).then(onSeen)}
    >
      <ShieldIcon size={20} />
      <span className={layoutCss.grow}>
        {detailMessages.conditions}
        <b>{conditions.join(detailMessages.conditionsBetween)}</b>
      </span>
      <ChevronRightIcon size={16} />
    </button>
  );
