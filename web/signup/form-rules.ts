import type { FieldErrors, Resolver } from "react-hook-form";
import type { ActivityDetail } from "#contract/activity.ts";
import type { Channel } from "#contract/fields.ts";
import { answerFault, signUpForm, type SignUpForm } from "#contract/signup.ts";
import type { Questions } from "../platform/questions-now.ts";
import { toForm, type FormValues } from "./form-values.ts";
import { words } from "./words.ts";

/** What an activity asks beyond the contract's form. */
export type Asked = Pick<ActivityDetail, "asks"> & { readonly form: Questions };
/** What is wrong, by field: `name`, `sessionId`, `answers.helmetSize`. */
export type Faults = Readonly<Record<string, string>>;

/** Holds the form against the contract's schema and what the activity asks, in the order of the form. */
export function faultsOf(
  form: ReturnType<typeof toForm>,
  values: FormValues,
  { asks, form: questions }: Asked,
): Faults {
  const faults: Record<string, string> = {};
  if (asks.series && values.seriesCode === "") faults["seriesCode"] = words.needs.series;
  if (asks.dealer && values.dealerId === "") faults["dealerId"] = words.needs.dealer;
  if (asks.session && values.sessionId === "") faults["sessionId"] = words.needs.session;
  for (const question of questions) {
    const fault = answerFault(question, form.answers?.[question.key] ?? "");
    if (fault !== null) faults[`answers.${question.key}`] = fault;
  }
  const issues = signUpForm.safeParse(form).error?.issues ?? [];
  for (const { path, message } of issues) faults[path.join(".")] ??= message;
  return faults;
}

/** Faults as react-hook-form keeps them: nested by the dots in their names. */
export function toErrors(faults: Faults): FieldErrors<FormValues> {
  const errors: Record<string, unknown> = {};
  for (const [name, message] of Object.entries(faults)) {
    const [head = "", ...rest] = name.split(".");
    const error = { type: "rule", message };
    errors[head] = rest.length === 0 ? error : { ...(errors[head] as object), [rest.join(".")]: error };
  }
  return errors as FieldErrors<FormValues>;
}

/** The names of the fields with something wrong, dots in them again. */
export const namesOf = (errors: FieldErrors<FormValues>): string[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    name === "answers" ? Object.keys(error as object).map((key) => `answers.${key}`) : [name],
  );

/** Judges the form for react-hook-form. @param now what else is sent, read when it is judged */
export const formResolver =
  (
    asked: Asked,
    now: () => { boundMobile: string | null; channel: Channel },
  ): Resolver<FormValues, unknown, FormValues> =>
  (values) => {
    const { boundMobile, channel } = now();
    const faults = faultsOf(toForm(values, asked.form, boundMobile, channel), values, asked);
    return Object.keys(faults).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toErrors(faults) };
  };

/** The fields from top to bottom, by which the first fault is found. */
export const fieldOrder = ({ form }: { readonly form: Questions }): string[] => [
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
  { form }: { readonly form: Questions },
  boundMobile: string | null,
  channel: Channel,
): SignUpForm => signUpForm.parse(toForm(values, form, boundMobile, channel));
