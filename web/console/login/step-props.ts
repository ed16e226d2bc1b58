/** Step of the login that an operator can go to. */
export type StepKind = "start" | "password" | "passkey" | "totp" | "recovery";

/** Properties of each step. */
export type StepProps = {
  kind: StepKind;
  login: string;
  onLogin: (login: string) => void;
  onStep: (kind: StepKind) => void;
  onDone: (operatorId: string) => void;
  /** Shows a refusal of the step's call. @returns its message, to stand at the field; null: another step shows it */
  onRefused: (error: unknown) => string | null;
};
