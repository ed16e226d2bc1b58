import { useRef, useState } from "react";
import type { FieldErrors, FieldPath, UseFormReturn } from "react-hook-form";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Send } from "#contract/core/call.ts";
import type { Refusal, RefusalName } from "#contract/core/errors.ts";
import type { Channel } from "#contract/core/fields.ts";
import { seatsFullRemark, type SignUpResult } from "#contract/signup/signup.ts";
import { resolveRefusedAnswers, type FormFieldList } from "../../platform/activity/refused-answers.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { attemptText, remarkOf } from "../../ui/feedback/eligibility.ts";
import { loadSignUpQuestions, submitSignUp } from "../api.ts";
import { faultyFields, parsedForm, type FormRequirements } from "./form-validation.ts";
import { requiresBoundMobile, type FormValues } from "./form-values.ts";
import type { PersonActions } from "./person-actions.ts";
import { signUpMessages } from "../messages.ts";

/** What came of it, in a sentence that stays; `way` is what helps. */
export type SubmitOutcome = {
  readonly kind: "warn" | "err";
  readonly text: string;
  readonly way: "bind" | "why" | null;
};

type SubmitOptions = {
  form: UseFormReturn<FormValues>;
  activity: ActivityDetail;
  send: Send;
  actions: PersonActions;
  channel: () => Channel;
  isWaiting: boolean;
  idempotencyKey: () => string;
  /** Shows the first of the faulty fields. @param asked the form that has them, where it is just coming */
  focusFault: (names: readonly string[], asked?: Pick<FormRequirements, "form">) => void;
  /** Has the form ask something else than it did. */
  ask: (questions: FormFieldList) => void;
  /** After “full”: what else there is to have. */
  reselect: (refusal: Refusal) => Promise<void>;
  onSigned: (result: SignUpResult, values: FormValues) => void;
  /** Asks whether the sign-up arrived after all. @returns whether it did */
  isSignedAfterAll: () => Promise<boolean>;
};

/** The person stopped it themselves, or has been told already. */
const givenUp: readonly RefusalName[] = ["captchaRequired", "unauthenticated", "sessionExpired"];
/** No answer, or none that tells whether the sign-up is in. */
const doubtful: readonly RefusalName[] = [
  "timeout",
  "offline",
  "unreachable",
  "internal",
  "other",
  "conflict",
];
const unanswered: readonly RefusalName[] = ["timeout", "offline", "unreachable"];

/** A refusal that nothing here mends, with the way to its reasons where the process has given some. */
function submitOutcome(refusal: Refusal): SubmitOutcome {
  const text = unanswered.includes(refusal.refusal) ? signUpMessages.unknownOutcome : attemptText(refusal);
  const remark = remarkOf(refusal);
  // What is full is to be waited for: the form says so.
  const way = remark === null || remark === seatsFullRemark ? null : "why";
  return { kind: refusal.refusal === "flowBranch" || remark !== null ? "warn" : "err", text, way };
}

/** Where what is asked has changed while the form was filled in (requirement L21). */
const changes: Readonly<Record<"changed" | "unknown", SubmitOutcome>> = {
  changed: { kind: "warn", text: signUpMessages.questionsChanged, way: null },
  unknown: { kind: "err", text: signUpMessages.questionsStale, way: null },
};

/** Logged in, and with a mobile where the activity asks for one (requirements K15, L04). */
async function mayGoOn(actions: PersonActions, activity: ActivityDetail): Promise<boolean> {
  if (actions.person() === null && !(await actions.login())) return false;
  const person = actions.person();
  if (person === null) return false;
  if (person.mobile !== null || !requiresBoundMobile(activity)) return true;
  await actions.bind();
  return false;
}

/** Sends the form once, however often the button is pressed (requirement L15), and tells what came of it. */
export function useSubmitSignUp(options: SubmitOptions) {
  const { form, activity, send, actions } = options;
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<SubmitOutcome | null>(null);

  /** Puts the server's messages at their fields. @returns whether there are any */
  const showFaults = async (refusal: Refusal): Promise<boolean> => {
    const load = () => loadSignUpQuestions(send, activity.activityId);
    const { fields, questions, change } = await resolveRefusedAnswers(refusal.fields, activity.form, load);
    if (change === "changed") options.ask(questions);
    if (change !== "none") setOutcome(changes[change]);
    const names = Object.keys(fields);
    if (names.includes("smsCode") && !form.getValues("isOtherMobile")) {
      // The bound number has changed elsewhere: this one is another one now.
      form.setValue("isOtherMobile", true);
      form.setValue("mobile", actions.person()?.mobile ?? "");
    }
    for (const [name, message] of Object.entries(fields))
      form.setError(name as FieldPath<FormValues>, { type: "server", message });
    if (names.length > 0) options.focusFault(names, { form: questions });
    return names.length > 0 || change !== "none";
  };
  const onRefusal = async (refusal: Refusal): Promise<void> => {
    if (await showFaults(refusal)) return;
    if (givenUp.includes(refusal.refusal) && refusal.remark === null) return;
    if (doubtful.includes(refusal.refusal) && (await options.isSignedAfterAll())) return;
    if (refusal.refusal === "mobileRequired")
      return setOutcome({ kind: "warn", text: signUpMessages.bindNotice, way: "bind" });
    setOutcome(submitOutcome(refusal));
    if (refusal.refusal === "flowBranch") await options.reselect(refusal);
  };
  const submit = async (values: FormValues): Promise<void> => {
    try {
      const filled = parsedForm(values, activity, actions.person()?.mobile ?? null, options.channel());
      const wish = options.isWaiting ? { ...filled, waitlist: true } : filled;
      const result = await submitSignUp(send, activity.activityId, wish, options.idempotencyKey());
      options.onSigned(result, values);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      await onRefusal(refusal);
    }
  };
  const onFaults = (errors: FieldErrors<FormValues>): void => options.focusFault(faultyFields(errors));
  const run = async (): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setOutcome(null);
    try {
      if (await mayGoOn(actions, activity)) await form.handleSubmit(submit, onFaults)();
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { run, isBusy, outcome };
}
