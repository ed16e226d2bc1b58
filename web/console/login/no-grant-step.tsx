import { useState } from "react";
import { copyText } from "../../platform/browser/copy-text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { operatorLoginMessages } from "./messages.ts";
import * as loginCss from "./login.module.css";

/** The account is proven, but has no grant. */
export function NoGrantStep({ requestId, onBack }: { requestId: string | null; onBack: () => void }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={loginCss.steps}>
      <h2>{operatorLoginMessages.noGrantTitle}</h2>
      <p className={utilityCss.secondary}>{operatorLoginMessages.noGrantText}</p>
      {requestId !== null && (
        <NoteBar
          tone="mute"
          action={{
            label: isCopied ? operatorLoginMessages.copied : operatorLoginMessages.copy,
            onPress: () => void copyText(requestId).then(setCopied),
          }}
        >
          {operatorLoginMessages.requestNumber(requestId)}
        </NoteBar>
      )}
      <ConsoleButton isWide onClick={onBack}>
        {operatorLoginMessages.otherAccount}
      </ConsoleButton>
    </div>
  );
}
