import type { FieldErrors, Resolver } from "react-hook-form";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Channel } from "#contract/core/fields.ts";
import { findAnswerError, signUpForm, type SignUpFormData } from "#contract/signup/signup.ts";
import type { FormFieldList } from "../../platform/activity/refused-answers.ts";
import { toSignUpForm, type FormValues } from "./form-values.ts";
import { signUpMessages } from "../messages.ts";

/** What an activity asks beyond the contract's form. */
export type FormRequirements = Pick<ActivityDetail, "asks"> & { readonly form: FormFieldList };
/** What is wrong, by field: `name`, `sessionId`, `answers.helmetSize`. */
export type FormFaults = Readonly<Record<string, string>>;

/** Holds the form against the contract's schema and what the activity asks, in the order of the form. */
export function validateForm(
  form: ReturnType<typeof toSignUpForm>,
  values: FormValues,
  { asks, form: questions }: FormRequirements,
): FormFaults {
  const faults: Record<string, string> = {};
  if (asks.series && values.seriesCode === "") faults["seriesCode"] = signUpMessages.needs.series;
  if (asks.dealer && values.dealerId === "") faults["dealerId"] = signUpMessages.needs.dealer;
  if (asks.session && values.sessionId === "") faults["sessionId"] = signUpMessages.needs.session;
  for (const question of questions) {
    const fault = findAnswerError(question, form.answers?.[question.key] ?? "");
    if (fault !== null) faults[`answers.${question.key}`] = fault;
  }
  const issues = signUpForm.safeParse(form).error?.issues ?? [];
  for (const { path, message } of issues) faults[path.join(".")] ??= message;
  return faults;
}

/** Faults as react-hook-form keeps them: nested by the dots in their names. */
export function toErrors(faults: FormFaults): FieldErrors<FormValues> {
  const errors: Record<string, unknown> = {};
  for (const [name, message] of Object.entries(faults)) {
    const [head = "", ...rest] = name.split(".");
    const error = { type: "rule", message };
    errors[head] = rest.length === 0 ? error : { ...(errors[head] as object), [rest.join(".")]: error };
  }
  return errors as FieldErrors<FormValues>;
}

/** The names of the fields with something wrong, dots in them again. */
export const faultyFields = (errors: FieldErrors<FormValues>): string[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    name === "answers" ? Object.keys(error as object).map((key) => `answers.${key}`) : [name],
  );

/** Judges the form for react-hook-form. @param now what else is sent, read when it is judged */
export const formResolver =
  (
    asked: FormRequirements,
    now: () => { boundMobile: string | null; channel: Channel },
  ): Resolver<FormValues, unknown, FormValues> =>
  (values) => {
    const { boundMobile, channel } = now();
    const faults = validateForm(toSignUpForm(values, asked.form, boundMobile, channel), values, asked);
    return Object.keys(faults).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toErrors(faults) };
  };

/** The fields from top to bottom, by which the first fault is found. */
export const fieldOrder = ({ form }: { readonly form: FormFieldList }): string[] => [
  "seriesCode",
  "dealerId",
  "date",
  "sessionId",
  ...form.map(({ key }) => `answers.${key}`),
  "name",
  "mobile",
  "smsCode",
  "consent",
];

/** What the call takes, once the resolver has found nothing. @throws where something is wrong after all */
export const parsedForm = (
  values: FormValues,
  { form }: { readonly form: FormFieldList },
  boundMobile: string | null,
  channel: Channel,
): SignUpFormData => signUpForm.parse(toSignUpForm(values, form, boundMobile, channel));
