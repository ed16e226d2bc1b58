import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Channel } from "#contract/core/fields.ts";
import { matchingAnswers } from "#contract/signup/matching-answers.ts";
import type { SignUpFormData } from "#contract/signup/signup.ts";
import type { FormFieldList } from "../../platform/activity/refused-answers.ts";

/** Values of the form; an empty string means “not chosen” or “not filled in”. */
export type FormValues = {
  seriesCode: string;
  dealerId: string;
  /** YYYY-MM-DD; only for choosing a session, never sent. */
  date: string;
  sessionId: string;
  /** The chosen session was full: the choice is for the waitlist. Never sent as such. */
  waits: boolean;
  answers: Record<string, string>;
  name: string;
  /** A number other than the bound one; the bound number is not part of the form. */
  isOtherMobile: boolean;
  mobile: string;
  smsCode: string;
  consent: boolean;
};

/** Whether a bound mobile is required (requirement K15); otherwise any number verified by SMS is accepted. */
export const requiresBoundMobile = ({ activityType }: Pick<ActivityDetail, "activityType">): boolean =>
  activityType !== "online";

export const emptySignUpValues: FormValues = {
  seriesCode: "",
  dealerId: "",
  date: "",
  sessionId: "",
  waits: false,
  answers: {},
  name: "",
  isOtherMobile: false,
  mobile: "",
  smsCode: "",
  consent: false,
};

type Filled = {
  [Name in keyof SignUpFormData]: SignUpFormData[Name] extends true ? boolean : SignUpFormData[Name];
};

/**
 * Values as arguments of the call, without empty ones and without answers to removed questions. An SMS code
 * is sent only with a number other than the bound one, also if none is bound.
 */
export function toSignUpForm(
  values: FormValues,
  questions: FormFieldList,
  boundMobile: string | null,
  channel: Channel,
): Filled {
  const { seriesCode, dealerId, sessionId, smsCode } = values;
  const bound = values.isOtherMobile ? null : boundMobile;
  return {
    name: values.name,
    mobile: bound ?? values.mobile,
    ...(bound === null && { smsCode: smsCode.trim() }),
    ...(seriesCode !== "" && { seriesCode }),
    ...(dealerId !== "" && { dealerId }),
    ...(sessionId !== "" && { sessionId }),
    answers: matchingAnswers(values.answers, questions),
    consent: values.consent,
    channel,
  };
}
