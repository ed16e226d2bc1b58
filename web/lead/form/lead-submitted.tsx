import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Lead } from "#contract/lead/lead.ts";
import { currentSession } from "../../platform/session/session.ts";
import { Button } from "../../ui/form/button.tsx";
import { CheckIcon } from "../../ui/icons/form-icons.tsx";
import { prepareLeadEdit, type EditedLead } from "./edited-lead.ts";
import { confirmAndWithdrawLead } from "../self-service/withdraw-lead.ts";
import { leadMessages } from "../messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as leadCss from "./lead.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type DoneProps = {
  lead: Lead;
  /** null: the campaign is over, and nothing can be changed any more. */
  onChange: ((changed: EditedLead) => void) | null;
  onWithdrawn: () => void;
  activity: ActivityDetail;
};

/** The stored lead with its change and withdraw buttons (requirement M18). */
export default function LeadSubmitted({ lead, onChange, onWithdrawn, activity }: DoneProps) {
  const { done } = leadMessages;
  const withdraw = async () => {
    if (await confirmAndWithdrawLead(activity.activityId, lead.leadId)) onWithdrawn();
  };
  const change = async () =>
    onChange?.(await prepareLeadEdit(lead, activity, currentSession.user()?.mobile ?? null));
  const facts: [string, string | null][] = [
    [done.name, lead.name],
    [done.mobile, lead.mobile],
    [done.dealer, lead.dealerName],
    [done.series, lead.seriesName],
  ];
  return (
    <div className={leadCss.done}>
      <div className={leadCss.icon}>
        <CheckIcon size={32} />
      </div>
      <output className={textCss.title2}>{done.title}</output>
      <p className={`${textCss.small} ${textCss.secondary}`}>{done.text}</p>
      <dl>
        {facts.map(
          ([term, fact]) =>
            fact !== null && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
      <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
        <Button look="outline" className={layoutCss.grow} onClick={() => void withdraw()}>
          {done.withdraw}
        </Button>
        {onChange !== null && (
          <Button look="tonal" className={layoutCss.grow} onClick={() => void change()}>
            {done.change}
          </Button>
        )}
      </div>
    </div>
  );
}
