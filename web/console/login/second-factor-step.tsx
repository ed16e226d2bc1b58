import { useState } from "react";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { focusOnMount } from "../kit/form/focus-on-mount.ts";
import { SixDigitInput } from "../kit/form/six-digit-input.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { logInWithRecoveryCode, logInWithTotp } from "./api.ts";
import { useLoginOptions } from "./login-frame.tsx";
import type { StepProps } from "./step-props.ts";
import { operatorLoginMessages } from "./messages.ts";
import { useStep } from "./use-step.ts";
import * as loginCss from "./login.module.css";

/** Second factor after the password: a code of the authenticator app, or a recovery code. */
export function SecondFactorStep({ kind, onStep, onDone, onRefused }: StepProps) {
  const [code, setCode] = useState("");
  const name = useLoginOptions()?.brand.name ?? "";
  const { isBusy, fault, fields, run } = useStep(onRefused);
  const isRecovery = kind === "recovery";
  const logIn = (typed: string): Promise<void> =>
    run(async () => {
      try {
        onDone((await (isRecovery ? logInWithRecoveryCode(typed) : logInWithTotp(typed))).operatorId);
      } catch (error) {
        setCode("");
        throw error;
      }
    });
  const error = fields["code"] ?? fault;
  return (
    <form
      className={loginCss.steps}
      onSubmit={(event) => {
        event.preventDefault();
        void logIn(code);
      }}
    >
      <h2>{isRecovery ? operatorLoginMessages.recoveryTitle : operatorLoginMessages.codeTitle}</h2>
      <p className={utilityCss.secondary}>
        {isRecovery ? operatorLoginMessages.recoveryLead : operatorLoginMessages.codeLead(name)}
      </p>
      {isRecovery ? (
        <TextInput
          label={operatorLoginMessages.recovery}
          autoComplete="off"
          inputRef={focusOnMount}
          value={code}
          onChange={setCode}
          error={error}
        />
      ) : (
        <SixDigitInput
          label={operatorLoginMessages.code}
          value={code}
          onChange={setCode}
          error={error}
          isFocused
          onComplete={(typed) => void logIn(typed)}
        />
      )}
      <ConsoleButton type="submit" look="primary" isWide isBusy={isBusy}>
        {operatorLoginMessages.verify}
      </ConsoleButton>
      <div className={utilityCss.row}>
        {!isRecovery && (
          <ConsoleButton look="quiet" isSmall onClick={() => onStep("recovery")}>
            {operatorLoginMessages.lostPhone}
          </ConsoleButton>
        )}
        <ConsoleButton look="quiet" isSmall onClick={() => onStep("start")}>
          {operatorLoginMessages.back}
        </ConsoleButton>
      </div>
    </form>
  );
}
