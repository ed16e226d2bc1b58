import { useState } from "react";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { reviewKocs, type KocReview, type KocSelection } from "./api.ts";
import { kocPageMessages as texts } from "./messages.ts";

type ActionsProps = {
  selection: KocSelection;
  isSmall?: boolean;
  onReviewed: (review: KocReview) => Promise<void>;
};
type DialogProps = ActionsProps & { onClose: () => void };

const AcceptDialog = ({ selection, onReviewed, onClose }: DialogProps) => (
  <ConfirmDialog
    isOpen
    title={texts.acceptDialog.title}
    text={texts.acceptDialog.text}
    confirm={texts.accept}
    onConfirm={async () => {
      const review = await reviewKocs(selection, { kind: "accept" });
      showResult(texts.done.accepted(review.decided));
      await onReviewed(review);
    }}
    onClose={onClose}
  />
);

const OTHER = "other";
/** Reason from the list, or one that is typed; the applicant reads it. */
function DeclineDialog({ selection, onReviewed, onClose }: DialogProps) {
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState("");
  const reason = chosen === OTHER ? typed : chosen;
  const { declineDialog: words } = texts;
  return (
    <ConfirmDialog
      isOpen
      title={words.title}
      text={words.text}
      confirm={texts.decline}
      isDanger
      isDisabled={isBlank(reason)}
      onConfirm={async () => {
        const review = await reviewKocs(selection, { kind: "decline", reason });
        showResult(texts.done.declined(review.decided));
        await onReviewed(review);
      }}
      onClose={onClose}
    >
      <SelectInput
        label={words.reason}
        value={chosen}
        onChange={setChosen}
        isRequired
        options={[
          ...texts.reasons.map((value) => ({ value, label: value })),
          { value: OTHER, label: words.other },
        ]}
      />
      {chosen === OTHER && (
        <TextInput
          label={words.otherLabel}
          hint={words.otherHint}
          value={typed}
          onChange={setTyped}
          isRequired
        />
      )}
    </ConfirmDialog>
  );
}

/** Accepts or declines the selected applications. */
export function KocActions(props: ActionsProps) {
  const [open, setOpen] = useState<"accept" | "decline" | null>(null);
  const onClose = (): void => setOpen(null);
  const { isSmall = false } = props;
  return (
    <>
      <ConsoleButton
        isSmall={isSmall}
        look={isSmall ? "outline" : "primary"}
        isWide={!isSmall}
        onClick={() => setOpen("accept")}
      >
        {texts.accept}
      </ConsoleButton>
      <ConsoleButton isSmall={isSmall} onClick={() => setOpen("decline")}>
        {texts.decline}
      </ConsoleButton>
      {open === "accept" && <AcceptDialog {...props} onClose={onClose} />}
      {open === "decline" && <DeclineDialog {...props} onClose={onClose} />}
    </>
  );
}
