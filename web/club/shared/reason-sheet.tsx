import { useState } from "react";
import { clubLimits } from "#contract/club/limits.ts";
import { Button } from "../../ui/form/button.tsx";
import { Sheet } from "../../ui/overlay/modals.tsx";
import { TextArea } from "./text-area.tsx";

type ReasonSheetProps = {
  title: string;
  /** What comes of it. */
  text?: string;
  /** Of the field. */
  label: string;
  hint?: string;
  /** On the button. */
  send: string;
  /** It takes something away from somebody. */
  isSevere?: boolean;
  isBusy: boolean;
  onSend: (reason: string) => void;
  onClose: () => void;
};

/** Asks why: somebody wants to join a group that decides itself, or is removed from one; it may stay empty. */
export default function ReasonSheet(props: ReasonSheetProps) {
  const { title, text, label, hint, send, isSevere = false, isBusy, onSend, onClose } = props;
  const [reason, setReason] = useState("");
  const isTooLong = [...reason].length > clubLimits.reasonMost;
  return (
    <Sheet isOpen onClose={onClose} title={title} isBusy={isBusy}>
      <form
        className="bd flds"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isTooLong) onSend(reason.trim());
        }}
      >
        {text !== undefined && <p className="bs c2">{text}</p>}
        <TextArea
          id="reason"
          label={label}
          {...(hint !== undefined && { placeholder: hint })}
          value={reason}
          onChange={setReason}
          most={clubLimits.reasonMost}
        />
        <Button type="submit" isWide isBusy={isBusy} {...(isSevere && { look: "danger" })}>
          {send}
        </Button>
      </form>
    </Sheet>
  );
}
