import { leadConsentText } from "#contract/lead/consent-text.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { leadMessages } from "../messages.ts";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as overlayCss from "../../ui/overlay/overlay.module.css";

/** Document that a user agrees to when submitting a lead. */
export default function LeadConsentSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={leadMessages.consentTitle}>
      <div className={`${overlayCss.body} ${detailCss.richText}`}>
        {leadConsentText.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Sheet>
  );
}
