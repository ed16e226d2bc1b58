import { useEffect } from "react";
import { leadActivityMessages } from "../../activity/detail/lead-messages.ts";
import { LeadSection } from "../../lead/form/lead-section.tsx";
import { rememberLeadSheet } from "../../platform/activity/open-lead-sheet.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import type { ChallengeProps } from "./challenge-props.ts";
import * as overlayCss from "../../ui/overlay/overlay.module.css";

export function LeadChallengeView({ raised, onClose, children }: ChallengeProps<"lead">) {
  const close = () => {
    raised.answer();
    onClose();
  };
  const { activity, series, preset } = raised.args;
  const { activityId } = activity;
  useEffect(() => rememberLeadSheet(activityId), [activityId]);
  return (
    <Sheet isOpen title={leadActivityMessages.title} onClose={close}>
      <div className={overlayCss.body}>
        <LeadSection {...{ activity, series }} {...(preset && { preset })} isPreview={false} hasBar={false} />
      </div>
      {children}
    </Sheet>
  );
}
