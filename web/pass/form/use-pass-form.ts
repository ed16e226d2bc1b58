import { useState, type FormEvent } from "react";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { identityMessages } from "../../identity/messages.ts";

/** What is wrong, by field; `form`: with the whole. */
export type FieldProblems = Readonly<Record<string, string>>;

/** Leaves out the fields that nothing is wrong with. */
export const onlyProblems = (found: Readonly<Record<string, string | null>>): FieldProblems =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null));

/** Refusals that are about one field. */
const fieldOf: Partial<Record<RefusalName, string>> = {
  smsCodeWrong: "smsCode",
  smsCodeLocked: "smsCode",
  passwordWrong: "password",
  mobileTaken: "mobile",
  accountUnknown: "mobile",
};

/** Where a refusal is said: at the fields the server named, at the one it is about, else at the whole. */
export function problemsByField(error: unknown): FieldProblems {
  if (!(error instanceof Refusal)) return { form: identityMessages.failed };
  if (Object.keys(error.fields).length > 0) return error.fields;
  return { [fieldOf[error.refusal] ?? "form"]: error.message };
}

type Run = () => Promise<{ redirectTo: string }>;
export type PassForm = {
  readonly problems: FieldProblems;
  readonly isBusy: boolean;
  /** The refusal of the last try, for what depends on more than its words. */
  readonly refusal: Refusal | null;
  setProblems(problems: FieldProblems): void;
  submit(event: FormEvent<HTMLFormElement>): void;
  /** Sends something else than the form, and goes on where that leads. */
  goOn(run: Run): void;
};

/** The first field that something is wrong with, once it is drawn. */
const showFirstProblem = (form: HTMLFormElement): void =>
  void requestAnimationFrame(() =>
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
  );

/**
 * A form that goes on elsewhere when it succeeds: stays busy then, for the page is being left.
 * @param judge what is wrong before anything is sent; empty where nothing is
 * @param run sends it; answers where to go on
 */
export function usePassForm(
  judge: () => FieldProblems,
  run: Run,
  onLeave: (address: string) => void,
): PassForm {
  const [problems, setProblems] = useState<FieldProblems>({});
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const send = async (what: Run): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    try {
      onLeave((await what()).redirectTo);
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
    const found = judge();
    setProblems(found);
    const isReady = Object.keys(found).length === 0;
    if (isReady) void send(run).then(() => showFirstProblem(form));
    else showFirstProblem(form);
  };
  const goOn = (what: Run): void => {
    if (!isBusy) void send(what);
  };
  return { problems, isBusy, refusal, setProblems, submit, goOn };
}
