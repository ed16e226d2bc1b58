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

/** Message after a submission; `way` names the action that helps. */
export type SubmitOutcome = {
  readonly kind: "warn" | "err";
  readonly text: string;
  readonly action: "bind" | "why" | null;
};

type SubmitOptions = {
  form: UseFormReturn<FormValues>;
  activity: ActivityDetail;
  send: Send;
  actions: PersonActions;
  channel: () => Channel;
  isWaiting: boolean;
  idempotencyKey: () => string;
  /** Focuses the first invalid field. @param asked form of the fields if it is about to be rendered */
  focusFault: (names: readonly string[], asked?: Pick<FormRequirements, "form">) => void;
  /** Replaces the questions of the form. */
  setQuestions: (questions: FormFieldList) => void;
  /** After “full”: updates the sessions to choose from. */
  reselect: (refusal: Refusal) => Promise<void>;
  onSigned: (result: SignUpResult, values: FormValues) => void;
  /** Checks whether the sign-up has succeeded despite a failed call. @returns whether it has */
  isSignedAfterAll: () => Promise<boolean>;
};

/** The person gave up, or has already seen the message. */
const abandonedRefusals: readonly RefusalName[] = ["captchaRequired", "unauthenticated", "sessionExpired"];
/** The outcome of the sign-up is unknown. */
const ambiguousRefusals: readonly RefusalName[] = [
  "timeout",
  "offline",
  "unreachable",
  "internal",
  "other",
  "conflict",
];
const unansweredRefusals: readonly RefusalName[] = ["timeout", "offline", "unreachable"];

/** Message for a refusal that the form cannot repair, with a link to the reasons if the flow gave any. */
function submitOutcome(refusal: Refusal): SubmitOutcome {
  const text = unansweredRefusals.includes(refusal.refusal)
    ? signUpMessages.unknownOutcome
    : attemptText(refusal);
  const remark = remarkOf(refusal);
  // A full activity needs no reasons: the form offers the waitlist.
  const action = remark === null || remark === seatsFullRemark ? null : "why";
  return { kind: refusal.refusal === "flowBranch" || remark !== null ? "warn" : "err", text, action };
}

/** The questions changed while the form was filled in (requirement L21). */
const changes: Readonly<Record<"changed" | "unknown", SubmitOutcome>> = {
  changed: { kind: "warn", text: signUpMessages.questionsChanged, action: null },
  unknown: { kind: "err", text: signUpMessages.questionsStale, action: null },
};

/**
 * Ensures a login, and a bound mobile if required (requirements K15, L04).
 * @returns whether the submission may continue
 */
async function ensureReady(actions: PersonActions, activity: ActivityDetail): Promise<boolean> {
  if (actions.person() === null && !(await actions.login())) return false;
  const person = actions.person();
  if (person === null) return false;
  if (person.mobile !== null || !requiresBoundMobile(activity)) return true;
  await actions.bind();
  return false;
}

/**
 * Submits the form once, even if the button is pressed repeatedly (requirement L15), and reports the outcome.
 */
export function useSubmitSignUp(options: SubmitOptions) {
  const { form, activity, send, actions } = options;
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<SubmitOutcome | null>(null);

  /** Shows the server's messages at their fields. @returns whether there are any */
  const showFaults = async (refusal: Refusal): Promise<boolean> => {
    const load = () => loadSignUpQuestions(send, activity.activityId);
    const { fields, questions, change } = await resolveRefusedAnswers(refusal.fields, activity.form, load);
    if (change === "changed") options.setQuestions(questions);
    if (change !== "none") setOutcome(changes[change]);
    const names = Object.keys(fields);
    if (names.includes("smsCode") && !form.getValues("isOtherMobile")) {
      // The bound number was changed elsewhere: the number in the form is no longer the bound one.
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
    if (abandonedRefusals.includes(refusal.refusal) && refusal.remark === null) return;
    if (ambiguousRefusals.includes(refusal.refusal) && (await options.isSignedAfterAll())) return;
    if (refusal.refusal === "mobileRequired")
      return setOutcome({ kind: "warn", text: signUpMessages.bindNotice, action: "bind" });
    setOutcome(submitOutcome(refusal));
    if (refusal.refusal === "flowBranch") await options.reselect(refusal);
  };
  const submit = async (values: FormValues): Promise<void> => {
    try {
      const filled = parsedForm(values, activity, actions.person()?.mobile ?? null, options.channel());
      const args = options.isWaiting ? { ...filled, waitlist: true } : filled;
      const result = await submitSignUp(send, activity.activityId, args, options.idempotencyKey());
      options.onSigned(result, values);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      await onRefusal(refusal);
    }
  };
  const onFaults = (errors: FieldErrors<FormValues>): void => options.focusFault(faultyFields(errors));
  const run = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setOutcome(null);
    try {
      if (await ensureReady(actions, activity)) await form.handleSubmit(submit, onFaults)();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { run, isBusy, outcome };
}
