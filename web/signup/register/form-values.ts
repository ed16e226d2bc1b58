import type { ActivityDetail } from "#contract/activity/activity.ts";
import type { Channel } from "#contract/core/fields.ts";
import { matchingAnswers } from "#contract/signup/matching-answers.ts";
import type { SignUpFormData } from "#contract/signup/signup.ts";
import type { FormFieldList } from "../../platform/activity/refused-answers.ts";

/** What the form holds while it is filled in; an empty text is “not chosen” or “not filled in”. */
export type FormValues = {
  seriesCode: string;
  dealerId: string;
  /** YYYY-MM-DD; only to find the session, never sent. */
  date: string;
  sessionId: string;
  /** The session was full when it was chosen: it is waited for. Never sent as such. */
  waits: boolean;
  answers: Record<string, string>;
  name: string;
  /** Another number than the bound one, which itself stays out of the form. */
  isOtherMobile: boolean;
  mobile: string;
  smsCode: string;
  consent: boolean;
};

/** Whether only people with a bound mobile take part (requirement K15); elsewhere any number will do, proved by SMS. */
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
 * The values as the call takes them: what is empty is left out, and answers to what the form does not ask; an SMS
 * code only goes with another number than the bound one, so also where none is bound.
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
