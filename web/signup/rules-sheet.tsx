import { Sheet } from "../ui/overlay.tsx";
import { words } from "./words.ts";

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
    <Sheet isOpen={isOpen} onClose={onClose} title={words.rulesTitle}>
      <p className="bd pre c2">{rules.trim() || words.noRules}</p>
    </Sheet>
  );
}
