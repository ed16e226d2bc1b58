import { leadConsentText } from "#contract/lead-consent-text.ts";
import { Sheet } from "../ui/overlay.tsx";
import { laterWords as words } from "./later-words.ts";

/** What a person agrees to when leaving a lead. */
export default function ConsentSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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
