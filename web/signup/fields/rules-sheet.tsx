import { Sheet } from "../../ui/overlay/modals.tsx";
import { signUpMessages } from "../messages.ts";

/** The activity's rules, as text. */
export default function RulesSheet({
  isOpen,
  onClose,
  rules,
}: {
  isOpen: boolean;
  onClose: () => void;
  rules: string;
}) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={signUpMessages.rulesTitle}>
      <p className="bd pre c2">{rules.trim() || signUpMessages.noRules}</p>
    </Sheet>
  );
}
