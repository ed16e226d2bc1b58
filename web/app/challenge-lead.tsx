import { useEffect } from "react";
import { words } from "../activity/lead-words.ts";
import { LeadSection } from "../lead/lead-section.tsx";
import { rememberLeadSheet } from "../platform/lead-sheet.ts";
import { Sheet } from "../ui/overlay.tsx";
import type { PartProps } from "./challenge-part.ts";

export function LeadPart({ raised, onClose, children }: PartProps<"lead">) {
  const close = () => {
    raised.answer();
    onClose();
  };
  const { activity, series } = raised.ask;
  const { activityId } = activity;
  useEffect(() => rememberLeadSheet(activityId), [activityId]);
  return (
    <Sheet isOpen title={words.title} onClose={close}>
      <div className="bd">
        <LeadSection {...{ activity, series }} isPreview={false} hasBar={false} />
      </div>
      {children}
    </Sheet>
  );
}
