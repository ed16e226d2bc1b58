import { useState } from "react";
import { consoleAddress, leaveConsolePage } from "../../platform/console/page-facts.ts";
import { hasPasskeys } from "../../platform/console/passkeys.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { CompanyIcon, KeyIcon } from "../kit/controls/console-icons.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { beginDirectoryLogin } from "./api.ts";
import { useLoginOptions } from "./login-frame.tsx";
import type { StepProps } from "./step-props.ts";
import { operatorLoginMessages } from "./messages.ts";
import * as loginCss from "./login.module.css";

/** Path of the login page; from another one the directory comes back to it. */
const LOGIN = "/console/login";

/** First step: the staff directory, a passkey, or a password. */
export function StartStep({ login, onLogin, onStep, onRefused }: StepProps) {
  const options = useLoginOptions();
  const [fault, setFault] = useState<string | null>(null);
  const toDirectory = async (): Promise<void> => {
    const address = consoleAddress();
    try {
      const { url } = await beginDirectoryLogin(address.startsWith(LOGIN) ? null : address);
      leaveConsolePage(url);
    } catch (error) {
      setFault(onRefused(error));
    }
  };
  return (
    <>
      {options?.hasDirectory === true && (
        <>
          <ConsoleButton look="primary" isWide onClick={() => void toDirectory()}>
            <CompanyIcon size={20} />
            {operatorLoginMessages.directory}
          </ConsoleButton>
          <p className={loginCss.centred}>{operatorLoginMessages.directoryHint}</p>
          <p className={loginCss.or}>{operatorLoginMessages.or}</p>
        </>
      )}
      {fault !== null && <NoteBar tone="error">{fault}</NoteBar>}
      <form
        className={loginCss.steps}
        onSubmit={(event) => {
          event.preventDefault();
          onStep("password");
        }}
      >
        <TextInput
          label={operatorLoginMessages.account}
          autoComplete="username webauthn"
          spellCheck={false}
          value={login}
          onChange={onLogin}
        />
        <div className={loginCss.pair}>
          <ConsoleButton disabled={!hasPasskeys()} onClick={() => onStep("passkey")}>
            <KeyIcon size={16} />
            {operatorLoginMessages.byPasskey}
          </ConsoleButton>
          <ConsoleButton type="submit">{operatorLoginMessages.byPassword}</ConsoleButton>
        </div>
      </form>
      {options?.hasSimulator === true && (
        <a className={utilityCss.link} href="/lab/console">
          {operatorLoginMessages.simulator}
        </a>
      )}
    </>
  );
}
