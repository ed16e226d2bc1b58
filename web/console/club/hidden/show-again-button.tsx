import { useState } from "react";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { showAgain } from "../api.ts";
import { hiddenMessages as texts } from "./messages.ts";

type ShowAgainProps = { ids: readonly string[]; isSmall?: boolean; onShown: () => Promise<void> };
/** Shows hidden content again after a question. */
export function ShowAgainButton({ ids, isSmall = false, onShown }: ShowAgainProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ConsoleButton isSmall={isSmall} look={isSmall ? "outline" : "primary"} onClick={() => setOpen(true)}>
        {texts.show}
      </ConsoleButton>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.showTitle(String(ids.length))}
        text={texts.showText}
        confirm={texts.show}
        onConfirm={async () => {
          try {
            const { shown, left } = await showAgain([...ids]);
            showResult(texts.done(shown, left));
          } finally {
            await onShown();
          }
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
