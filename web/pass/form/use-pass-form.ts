import { useState, type FormEvent } from "react";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { identityMessages } from "../../identity/messages.ts";

/** Error by field; `form` concerns the whole form. */
export type FieldProblems = Readonly<Record<string, string>>;

/** Removes the fields without errors. */
export const onlyProblems = (found: Readonly<Record<string, string | null>>): FieldProblems =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null));

/** Field that a refusal concerns. */
const fieldOf: Partial<Record<RefusalName, string>> = {
  smsCodeWrong: "smsCode",
  smsCodeLocked: "smsCode",
  passwordWrong: "password",
  mobileTaken: "mobile",
  accountUnknown: "mobile",
};

/** Maps a refusal to the fields that the server named, to the one it concerns, or to the form. */
function problemsByField(error: unknown): FieldProblems {
  if (!(error instanceof Refusal)) return { form: identityMessages.failed };
  if (Object.keys(error.fields).length > 0) return error.fields;
  return { [fieldOf[error.refusal] ?? "form"]: error.message };
}

type Run = () => Promise<{ redirectTo: string }>;
export type PassForm = {
  readonly problems: FieldProblems;
  readonly isBusy: boolean;
  /** Refusal of the last attempt, for code that needs more than its message. */
  readonly refusal: Refusal | null;
  setProblems(problems: FieldProblems): void;
  submit(event: FormEvent<HTMLFormElement>): void;
  /** Runs another request than the form's, and continues at the resulting address. */
  runAndLeave(run: Run): void;
};

/** Focuses the first field with an error once it is rendered. */
const showFirstProblem = (form: HTMLFormElement): void =>
  void requestAnimationFrame(() =>
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  );

/**
 * A form that continues at another address on success; it then stays busy because the page is being left.
 * @param validate errors before anything is sent; empty without errors
 * @param run sends the form; returns the next address
 */
export function usePassForm(
  validate: () => FieldProblems,
  run: Run,
  onLeave: (address: string) => void,
): PassForm {
  const [problems, setProblems] = useState<FieldProblems>({});
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const send = async (request: Run): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    try {
      onLeave((await request()).redirectTo);
    } catch (error) {
      setBusy(false);
      setProblems(problemsByField(error));
      setRefusal(error instanceof Refusal ? error : null);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const found = validate();
    setProblems(found);
    const isReady = Object.keys(found).length === 0;
    if (isReady) void send(run).then(() => showFirstProblem(form));
    else showFirstProblem(form);
  };
  const runAndLeave = (request: Run): void => {
    if (!isBusy) void send(request);
  };
  return { problems, isBusy, refusal, setProblems, submit, runAndLeave };
}
