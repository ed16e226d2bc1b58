import type { ActivityDetail } from "#contract/activity.ts";
import type { Channel } from "#contract/fields.ts";
import { fittingAnswers } from "#contract/fitting-answers.ts";
import type { SignUpForm } from "#contract/signup.ts";
import type { Questions } from "../platform/questions-now.ts";

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
export const needsBound = ({ activityType }: Pick<ActivityDetail, "activityType">): boolean =>
  activityType !== "online";

export const emptyValues: FormValues = {
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

type Filled = { [Name in keyof SignUpForm]: SignUpForm[Name] extends true ? boolean : SignUpForm[Name] };

/**
 * The values as the call takes them: what is empty is left out, and answers to what the form does not ask; an SMS
 * code only goes with another number than the bound one, so also where none is bound.
 */
export function toForm(
  values: FormValues,
  questions: Questions,
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
    answers: fittingAnswers(values.answers, questions),
    consent: values.consent,
    channel,
  };
}
