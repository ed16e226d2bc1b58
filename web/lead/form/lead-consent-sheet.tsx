import { leadConsentText } from "#contract/lead/consent-text.ts";
import { Sheet } from "../../ui/overlay/modals.tsx";
import { leadMessages as words } from "../messages.ts";
import * as detailCss from "../../ui/styles/detail.module.css";
import * as sheetCss from "../../ui/overlay/modals.module.css";

/** What a person agrees to when leaving a lead. */
export default function LeadConsentSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.consentTitle}>
      <div className={`${sheetCss.body} ${detailCss.richText}`}>
        {leadConsentText.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Sheet>
  );
}
