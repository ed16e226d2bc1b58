import { Sheet } from "../../ui/overlay/sheet.tsx";
import { signUpMessages } from "../messages.ts";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
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
      <p className={`${overlayCss.body} ${textCss.preLine} ${textCss.secondary}`}>
        {rules.trim() || signUpMessages.noRules}
      </p>
    </Sheet>
  );
}
