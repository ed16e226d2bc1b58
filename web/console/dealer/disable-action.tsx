import { useState } from "react";
import type { ConsoleDealer } from "#contract/console/basics/dealers.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { sendDealerDisabled } from "./api.ts";
import { dealerPageMessages } from "./messages.ts";

const { detail: texts } = dealerPageMessages;

/** Disables a dealer after a question with what depends on it, or enables it again. */
export function DisableAction({ dealer, onDone }: { dealer: ConsoleDealer; onDone: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  const { dealerId, uses } = dealer;
  const isDisabled = dealer.state === "disabled";
  const act = async (): Promise<void> => {
    await sendDealerDisabled(dealerId, !isDisabled);
    showResult(isDisabled ? texts.doneEnabled : texts.doneDisabled, {
      onUndo: async () => {
        await sendDealerDisabled(dealerId, isDisabled);
        await onDone();
      },
    });
    await onDone();
  };
  return (
    <>
      <ConsoleButton look={isDisabled ? "outline" : "dangerOutline"} onClick={() => setOpen(true)}>
        {isDisabled ? texts.enable : texts.disable}
      </ConsoleButton>
      <ConfirmDialog
        isOpen={isOpen}
        title={isDisabled ? texts.enable : texts.disable}
        text={isDisabled ? texts.enableText : texts.disableText}
        confirm={isDisabled ? texts.enable : texts.disable}
        isDanger={!isDisabled}
        onConfirm={act}
        onClose={() => setOpen(false)}
      >
        {!isDisabled && uses.activities + uses.pickups > 0 && (
          <NoteBar tone="warn">{texts.disableUses(uses.activities, uses.pickups)}</NoteBar>
        )}
      </ConfirmDialog>
    </>
  );
}
