import { useState } from "react";
import { copyText } from "../../platform/browser/copy-text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { operatorLoginMessages } from "./messages.ts";
import * as loginCss from "./login.module.css";

/** The ten recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={loginCss.steps}>
      <ol className={loginCss.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <ConsoleButton isWide onClick={() => void copyText(codes.join("\n")).then(setCopied)}>
        {isCopied ? operatorLoginMessages.copied : operatorLoginMessages.copyCodes}
      </ConsoleButton>
      <ConsoleButton look="primary" isWide onClick={onDone}>
        {operatorLoginMessages.saved}
      </ConsoleButton>
    </div>
  );
}
