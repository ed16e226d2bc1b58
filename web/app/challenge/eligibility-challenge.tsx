import { EligibilitySheet } from "../../flow/eligibility-sheet.tsx";
import { useBrand } from "../../platform/environment/site.ts";
import type { ChallengeProps } from "./challenge-props.ts";

export function EligibilityChallengeView({ raised, onClose, children }: ChallengeProps<"eligibility">) {
  const close = () => {
    raised.answer();
    onClose();
  };
  return (
    <EligibilitySheet activityId={raised.args.activityId} phone={useBrand().servicePhone} onClose={close}>
      {children}
    </EligibilitySheet>
  );
}
