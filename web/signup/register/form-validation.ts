import type { FieldErrors, Resolver } from "react-hook-form";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Channel } from "#contract/core/fields.ts";
import { findAnswerError, signUpForm, type SignUpFormData } from "#contract/signup/signup.ts";
import type { FormFieldList } from "../../platform/activity/refused-answers.ts";
import { toSignUpForm, type FormValues } from "./form-values.ts";
import { signUpMessages } from "../messages.ts";

/** Requirements of an activity beyond the contract's form. */
export type FormRequirements = Pick<ActivityDetail, "asks"> & { readonly form: FormFieldList };
/** Error messages by field name: `name`, `sessionId`, `answers.helmetSize`. */
export type FormFaults = Readonly<Record<string, string>>;

/**
 * Validates the form against the contract's schema and the activity's requirements, in the order of the form.
 */
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

/** Errors in the format of react-hook-form: nested by the dots in the field names. */
export function toErrors(faults: FormFaults): FieldErrors<FormValues> {
  const errors: Record<string, unknown> = {};
  for (const [name, message] of Object.entries(faults)) {
    const [head = "", ...rest] = name.split(".");
    const error = { type: "rule", message };
    errors[head] = rest.length === 0 ? error : { ...(errors[head] as object), [rest.join(".")]: error };
  }
  return errors as FieldErrors<FormValues>;
}

/** Names of the invalid fields, with dots. */
export const faultyFields = (errors: FieldErrors<FormValues>): string[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    name === "answers" ? Object.keys(error as object).map((key) => `answers.${key}`) : [name],
  );

/** Resolver for react-hook-form. @param now other data of the call, read at the time of validation */
export const formResolver =
  (
    requirements: FormRequirements,
    context: () => { boundMobile: string | null; channel: Channel },
  ): Resolver<FormValues, unknown, FormValues> =>
  (values) => {
    const { boundMobile, channel } = context();
    const faults = validateForm(
      toSignUpForm(values, requirements.form, boundMobile, channel),
      values,
      requirements,
    );
    return Object.keys(faults).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toErrors(faults) };
  };

/** Fields from top to bottom, for finding the first invalid one. */
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

/** Arguments of the call after a successful validation. @throws ZodError if the form is invalid after all */
export const parsedForm = (
  values: FormValues,
  { form }: { readonly form: FormFieldList },
  boundMobile: string | null,
  channel: Channel,
): SignUpFormData => signUpForm.parse(toSignUpForm(values, form, boundMobile, channel));
