import { useState } from "react";
import { clubLimits } from "#contract/club/limits.ts";
import { Button } from "../../ui/form/button.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { TextArea } from "./text-area.tsx";
import * as fieldCss from "../../ui/form/field.module.css";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type ReasonSheetProps = {
  title: string;
  /** Consequence of sending. */
  text?: string;
  /** Label of the field. */
  label: string;
  hint?: string;
  /** Label of the button. */
  send: string;
  /** Marks an action against a member. */
  isSevere?: boolean;
  isBusy: boolean;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Asks for an optional reason, for example when joining a group with approval or removing a member. */
export default function ReasonSheet(props: ReasonSheetProps) {
  const { title, text, label, hint, send, isSevere = false, isBusy, onSend, onClose } = props;
  const [reason, setReason] = useState("");
  const isTooLong = [...reason].length > clubLimits.maxReasonLength;
  return (
    <Sheet isOpen onClose={onClose} title={title} isBusy={isBusy}>
      <form
        className={`${overlayCss.body} ${fieldCss.fields}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isTooLong) onSend(reason.trim());
        }}
      >
        {text !== undefined && <p className={`${textCss.small} ${textCss.secondary}`}>{text}</p>}
        <TextArea
          id="reason"
          label={label}
          {...(hint !== undefined && { placeholder: hint })}
          value={reason}
          onChange={setReason}
          maxLength={clubLimits.maxReasonLength}
        />
        <Button type="submit" isWide isBusy={isBusy} {...(isSevere && { look: "danger" })}>
          {send}
        </Button>
      </form>
    </Sheet>
  );
}
