import { useEffect, useState } from "react";
import { Refusal } from "#contract/core/errors.ts";
import { EyeIcon } from "../../../ui/icons/form-icons.tsx";
import { ActionMenu } from "../controls/action-menu.tsx";
import { kitMessages } from "../messages.ts";
import * as utilityCss from "../styles/utility.module.css";
import * as displayCss from "./display.module.css";

/** Purposes of a reveal; the server writes the chosen one to the audit log. */
const revealPurposes = ["contact", "verify", "complaint", "other"] as const;
export type RevealPurpose = (typeof revealPurposes)[number];
/** Time for which a whole number is shown, s. */
const SHOWN_SECONDS = 60;

type RevealButtonProps = {
  /** The masked number, `138****5678`. */
  masked: string;
  /** Calls the server. @returns the whole number @throws Refusal revealLimit */
  onReveal: (purpose: RevealPurpose) => Promise<string>;
  /** Only with the right `person.reveal`. */
  isAllowed: boolean;
};

/** Number of a person, masked; 查看 asks for the purpose and shows it for 60 s (requirement CO100). */
export function RevealButton({ masked, onReveal, isAllowed }: RevealButtonProps) {
  const [whole, setWhole] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (whole === null) return undefined;
    const tick = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    const end = setTimeout(() => setWhole(null), SHOWN_SECONDS * 1000);
    return () => {
      clearInterval(tick);
      clearTimeout(end);
    };
  }, [whole]);

  async function reveal(purpose: RevealPurpose): Promise<void> {
    setFault(null);
    try {
      setWhole(await onReveal(purpose));
      setLeft(SHOWN_SECONDS);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.message);
    }
  }

  return (
    <span className={displayCss.revealed}>
      <span className={utilityCss.number} data-private>
        {whole ?? masked}
      </span>
      {whole !== null && <span className={utilityCss.muted}>{kitMessages.shownFor(left)}</span>}
      {whole === null && isAllowed && (
        <ActionMenu
          align="start"
          groups={[
            revealPurposes.map((purpose) => ({
              label: kitMessages.revealPurposes[purpose],
              onSelect: () => void reveal(purpose),
            })),
          ]}
          trigger={
            <button type="button" className={utilityCss.link}>
              <EyeIcon size={16} />
              {kitMessages.reveal}
            </button>
          }
        />
      )}
      {fault !== null && (
        <span className={utilityCss.muted} role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
