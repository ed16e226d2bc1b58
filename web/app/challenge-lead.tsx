import { LeadSection } from "../lead/lead-section.tsx";
import { Sheet } from "../ui/overlay.tsx";
import type { PartProps } from "./challenge-part.ts";
import { laterWords } from "./later-words.ts";

export function LeadPart({ raised, onClose, children }: PartProps<"lead">) {
  const close = () => {
    raised.answer();
    onClose();
  };
  const { activity, series } = raised.ask;
  return (
    <Sheet isOpen title={laterWords.lead.title} onClose={close}>
      <div className="bd">
        <LeadSection {...{ activity, series }} isPreview={false} hasBar={false} />
      </div>
      {children}
    </Sheet>
  );
}
