import { useEffect, useEffectEvent, useState } from "react";
import { askForPasskey } from "../../platform/console/passkeys.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { KeyIcon } from "../kit/controls/console-icons.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { beginPasskeyLogin, logInWithPasskey } from "./api.ts";
import type { StepProps } from "./step-props.ts";
import { operatorLoginMessages } from "./messages.ts";
import { useStep } from "./use-step.ts";
import * as loginCss from "./login.module.css";

/** Waits for the browser's question about a passkey; it is asked as soon as the step is shown. */
export function PasskeyStep({ onStep, onDone, onRefused }: StepProps) {
  const [isCancelled, setCancelled] = useState(false);
  const { isBusy, fault, run } = useStep(onRefused);
  const ask = (): Promise<void> =>
    run(async () => {
      setCancelled(false);
      const { options } = await beginPasskeyLogin();
      const response = await askForPasskey(options);
      if (response === null) return setCancelled(true);
      const { operatorId } = await logInWithPasskey({ ...response, response: { ...response.response } });
      onDone(operatorId);
    });
  const start = useEffectEvent(() => void ask());
  useEffect(() => {
    // After the effects of a second mount in development: the browser shows one question at a time.
    const timer = setTimeout(start);
    return () => clearTimeout(timer);
  }, []);
  const refusal = isCancelled ? operatorLoginMessages.passkeyCancelled : fault;
  return (
    <>
      <h2>{operatorLoginMessages.passkeyTitle}</h2>
      <span className={loginCss.disc}>
        <KeyIcon />
      </span>
      <p className={utilityCss.secondary}>{operatorLoginMessages.passkeyLead}</p>
      {isBusy && <output>{operatorLoginMessages.waiting}</output>}
      {refusal !== null && <NoteBar tone="error">{refusal}</NoteBar>}
      <div className={loginCss.pair}>
        <ConsoleButton onClick={() => onStep("start")}>{operatorLoginMessages.otherWay}</ConsoleButton>
        <ConsoleButton look="primary" isBusy={isBusy} onClick={() => void ask()}>
          {operatorLoginMessages.byPasskey}
        </ConsoleButton>
      </div>
    </>
  );
}
