import { useState } from "react";
import { Refusal } from "#contract/core/errors.ts";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { operatorLoginMessages } from "./messages.ts";
import { NoGrantStep } from "./no-grant-step.tsx";
import { PasskeyStep } from "./passkey-step.tsx";
import { PasswordStep } from "./password-step.tsx";
import type { StepKind } from "./step-props.ts";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { StartStep } from "./start-step.tsx";
import * as loginCss from "./login.module.css";

/** Step of the login; one is shown at a time. */
type LoginStep =
  | { readonly kind: StepKind }
  | { readonly kind: "noGrant"; readonly requestId: string | null };

const steps = {
  start: StartStep,
  password: PasswordStep,
  passkey: PasskeyStep,
  totp: SecondFactorStep,
  recovery: SecondFactorStep,
};

/** Login of an operator, also of one whose session has ended while a page is open. */
export function LoginStepsCard({ onDone }: { onDone: (operatorId: string) => void }) {
  const [step, setStep] = useState<LoginStep>({ kind: "start" });
  const [login, setLogin] = useState("");
  const [note, setNote] = useState<string | null>(null);
  const show = (kind: StepKind): void => {
    setNote(null);
    setStep({ kind });
  };
  const onRefused = (error: unknown): string | null => {
    if (!(error instanceof Refusal)) throw error;
    if (error.refusal === "noGrant") {
      setStep({ kind: "noGrant", requestId: error.requestId });
      return null;
    }
    if (error.refusal !== "sessionExpired") return error.message;
    // The first factor was proven too long ago.
    show("start");
    setNote(operatorLoginMessages.restart);
    return null;
  };
  if (step.kind === "noGrant") return <NoGrantStep requestId={step.requestId} onBack={() => show("start")} />;
  const Step = steps[step.kind];
  return (
    <div className={loginCss.steps}>
      {note !== null && <NoteBar tone="warn">{note}</NoteBar>}
      <Step
        key={step.kind}
        kind={step.kind}
        login={login}
        onLogin={setLogin}
        onStep={show}
        onDone={onDone}
        onRefused={onRefused}
      />
    </div>
  );
}
