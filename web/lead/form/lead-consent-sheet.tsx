import { leadConsentText } from "#contract/lead/consent-text.ts";
import { Sheet } from "../../ui/overlay/modals.tsx";
import { leadMessages as words } from "../messages.ts";

/** What a person agrees to when leaving a lead. */
export default function LeadConsentSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.consentTitle}>
      <div className="bd rich">
        {leadConsentText.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Sheet>
  );
}
