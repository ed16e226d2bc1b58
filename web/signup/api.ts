import { listSeries, showNearby, type ActivityDetail, type Series } from "#contract/activity/activity.ts";
import type { Send } from "#contract/core/call.ts";
import { sendSms } from "#contract/identity/identity.ts";
import { listDealers, type NearOrganisation } from "#contract/organisation/organisation.ts";
import {
  listDates,
  showSignUp,
  signUp,
  type ActivityDate,
  type SignUpFormData,
  type SignUpResult,
  type SignUpState,
} from "#contract/signup/signup.ts";

import type { FormFieldList } from "../platform/activity/refused-answers.ts";

/** Same calls without challenges or toasts: the page shows failures itself. */
export const silentSend =
  (send: Send): Send =>
  (call, args, options) =>
    send(call, args, { ...options, isSilent: true });

/** Origin for sorting dealers: by distance from a point, else those of the city. */
export type DealerOrigin = {
  readonly cityCode?: string;
  readonly longitude?: number;
  readonly latitude?: number;
};

const loadDealers = (send: Send, activityId: string, from: DealerOrigin): Promise<NearOrganisation[]> =>
  send(listDealers, { activityId, ...from });

/** Dates and sessions, of one dealer if an id is given. @throws Refusal */
export const loadDates = (send: Send, activityId: string, dealerId?: string): Promise<ActivityDate[]> =>
  send(listDates, { activityId, ...(dealerId !== undefined && dealerId !== "" && { dealerId }) });

/** Choices that the form offers. */
export type SignUpOffer = {
  readonly activity: ActivityDetail;
  readonly series: readonly Series[];
  readonly dealers: readonly NearOrganisation[];
  /** Dates of the first dealer if the form asks for a dealer. */
  readonly dates: readonly ActivityDate[];
};

/** Data of an activity that the form needs. @throws Refusal notFound */
export async function loadSignUpOffer(
  send: Send,
  activityId: string,
  from: DealerOrigin,
): Promise<SignUpOffer> {
  const activity = await send(showNearby, { id: activityId });
  const { asks } = activity;
  const dealing = asks.dealer ? loadDealers(send, activityId, from) : Promise.resolve([]);
  const [series, dealers, dates] = await Promise.all([
    asks.series ? send(listSeries, {}) : [],
    dealing,
    asks.session ? dealing.then(([first]) => loadDates(send, activityId, first?.id)) : [],
  ]);
  return { activity, series, dealers, dates };
}

/** Current questions of the activity's form. @throws Refusal */
export const loadSignUpQuestions = async (send: Send, activityId: string): Promise<FormFieldList> =>
  (await silentSend(send)(showNearby, { id: activityId })).form;

/** Sign-up state of the logged-in person, with the ticket (requirement L06). @throws Refusal */
export const loadSignUp = (send: Send, activityId: string): Promise<SignUpState> =>
  silentSend(send)(showSignUp, { activityId });

/** Signs up; captcha and login run in between if required (requirements L01–L04). @throws Refusal */
export const submitSignUp = (
  send: Send,
  activityId: string,
  form: SignUpFormData,
  idempotencyKey: string,
): Promise<SignUpResult> => send(signUp, { ...form, id: activityId }, { idempotencyKey });

/** Sends a code to a number other than the bound one. @throws Refusal */
export const requestVerificationCode = (
  send: Send,
  mobile: string,
  captchaVerifyId: string,
): Promise<{ expiresIn: number; resendIn: number }> =>
  send(sendSms, { mobile, scene: "signup", captchaVerifyId });
