import { useState, type MouseEvent, type Ref } from "react";
import type { Brand } from "#contract/core/brand.ts";
import { Checkbox } from "../ui/form/field.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { termsOf, type TermsKind } from "./terms.ts";
import { identityMessages } from "./messages.ts";
import * as identityCss from "./identity.module.css";
import * as overlayCss from "../ui/overlay/overlay.module.css";

type ConsentProps = {
  brand: Brand;
  isGiven: boolean;
  onChange: (isGiven: boolean) => void;
  error: string | null;
  /** Text before the names of the two documents. */
  text?: string;
  /** Requires consent to the privacy policy only. */
  isPrivacyOnly?: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

/** Consent checkbox, never ticked by default (requirement M18); both documents open over the form. */
export function ConsentBox(props: ConsentProps) {
  const { brand, isGiven, onChange, error, text = identityMessages.consent, isPrivacyOnly, inputRef } = props;
  const [open, setOpen] = useState<TermsKind | null>(null);
  const link = (kind: TermsKind) => (
    // A link, since a label must not contain buttons.
    <a
      href={`#${kind}`}
      className={identityCss.textButton}
      onClick={(event: MouseEvent) => {
        // Opening a document must not tick the box, nor change the address.
        event.preventDefault();
        setOpen(kind);
      }}
    >
      {identityMessages[kind]}
    </a>
  );
  return (
    <div>
      <Checkbox
        checked={isGiven}
        error={error}
        {...(inputRef && { ref: inputRef })}
        onChange={(event) => onChange(event.target.checked)}
      >
        {text} {!isPrivacyOnly && link("terms")}
        {link("privacy")}
      </Checkbox>
      {open !== null && <TermsSheet kind={open} brand={brand} onClose={() => setOpen(null)} />}
    </div>
  );
}

function TermsSheet({ kind, brand, onClose }: { kind: TermsKind; brand: Brand; onClose: () => void }) {
  const { title, paragraphs } = termsOf(kind, brand.name, brand.idName, brand.servicePhone);
  return (
    <Sheet isOpen title={title} onClose={onClose}>
      <div className={`${overlayCss.body} ${identityCss.terms}`}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Sheet>
  );
}
