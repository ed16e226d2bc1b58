import { EligibilitySheet } from "../flow/eligibility-sheet.tsx";
import { useBrand } from "../platform/site.ts";
import type { PartProps } from "./challenge-part.ts";

export function EligibilityPart({ raised, onClose, children }: PartProps<"eligibility">) {
  const close = () => {
    raised.answer();
    onClose();
  };
  return (
    <EligibilitySheet activityId={raised.ask.activityId} phone={useBrand().servicePhone} onClose={close}>
      {children}
    </EligibilitySheet>
  );
}
