import { Sheet } from "../../ui/overlay/modals.tsx";
import { signUpMessages } from "../messages.ts";
import * as sheetCss from "../../ui/overlay/modals.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Rules of the activity as text. */
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
      <p className={`${sheetCss.body} ${textCss.preLine} ${textCss.secondary}`}>
        {rules.trim() || signUpMessages.noRules}
      </p>
    </Sheet>
  );
}
