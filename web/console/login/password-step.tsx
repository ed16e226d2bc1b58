import { useState } from "react";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { focusOnMount } from "../kit/form/focus-on-mount.ts";
import { TextInput } from "../kit/form/text-input.tsx";
import { checkPassword } from "./api.ts";
import type { StepProps } from "./step-props.ts";
import { operatorLoginMessages } from "./messages.ts";
import { useStep } from "./use-step.ts";
import * as loginCss from "./login.module.css";

/** Account and password; the second factor follows. */
export function PasswordStep({ login, onLogin, onStep, onRefused }: StepProps) {
  const [password, setPassword] = useState("");
  const [isFirst] = useState(login === "");
  const { isBusy, fault, fields, run } = useStep(onRefused);
  return (
    <form
      className={loginCss.steps}
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await checkPassword({ login, password });
          onStep("totp");
        });
      }}
    >
      <TextInput
        label={operatorLoginMessages.account}
        autoComplete="username"
        spellCheck={false}
        inputRef={isFirst ? focusOnMount : undefined}
        value={login}
        onChange={onLogin}
        error={fields["login"]}
      />
      <TextInput
        label={operatorLoginMessages.password}
        type="password"
        autoComplete="current-password"
        inputRef={isFirst ? undefined : focusOnMount}
        value={password}
        onChange={setPassword}
        error={fields["password"] ?? fault}
      />
      <ConsoleButton type="submit" look="primary" isWide isBusy={isBusy}>
        {operatorLoginMessages.next}
      </ConsoleButton>
      <ConsoleButton look="quiet" onClick={() => onStep("start")}>
        {operatorLoginMessages.otherWay}
      </ConsoleButton>
    </form>
  );
}
