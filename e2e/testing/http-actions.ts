import type { ActivityDetail } from "#contract/activity/activity.ts";
import { sendBenefit, type Coupon } from "#contract/benefit/benefit.ts";
import { leaveLead } from "#contract/lead/lead.ts";
import { listDates, signUp, type SignUpResult } from "#contract/signup/signup.ts";
import { contractClient } from "./contract-client.ts";
import type { LoggedInPerson } from "./people.ts";
import { solveCaptcha } from "./captcha.ts";

/** Answers each of an activity's own questions. @param text answer to text questions */
export const answersTo = ({ form }: Pick<ActivityDetail, "form">, text = "2"): Record<string, string> =>
  Object.fromEntries(
    form.map(({ key, kind, options }) => [
      key,
      kind === "select" ? (options[0] ?? "") : kind === "number" ? "2" : text,
    ]),
  );

/** Signs a person up over HTTP, for the first free session if the activity asks for one. @throws Refusal */
export async function signUpOverHttp(
  origin: string,
  { token, mobile }: LoggedInPerson,
  activity: ActivityDetail,
  more: { waitlist?: boolean; name?: string } = {},
): Promise<SignUpResult> {
  const call = contractClient(origin, { token });
  const { activityId, asks, seriesCodes, dealers } = activity;
  const captchaVerifyId = await solveCaptcha(origin, { action: "signup", activityId }, token);
  const dealerId = asks.dealer ? dealers[0]?.id : undefined;
  const dates = asks.session
    ? await call(listDates, { activityId, ...(dealerId !== undefined && { dealerId }) })
    : [];
  const free = dates.flatMap(({ sessions }) => sessions).find(({ remaining }) => remaining > 0);
  return contractClient(origin, { token, captchaVerifyId })(signUp, {
    id: activityId,
    name: "林晓岚",
    mobile,
    consent: true,
    ...more,
    ...(asks.series && { seriesCode: seriesCodes[0] }),
    ...(dealerId !== undefined && { dealerId }),
    ...(free && { sessionId: free.sessionId }),
    answers: answersTo(activity),
  });
}

/** Claims a benefit over HTTP. @throws Refusal */
export async function claimCouponOverHttp(
  origin: string,
  { token }: LoggedInPerson,
  benefitId: string,
): Promise<Coupon> {
  const captchaVerifyId = await solveCaptcha(origin, { action: "benefit", activityId: benefitId }, token);
  const { coupon, result } = await contractClient(origin, { token, captchaVerifyId })(sendBenefit, {
    id: benefitId,
  });
  if (coupon === undefined) throw new Error(`no coupon: ${result}`);
  return coupon;
}

/** Submits a lead over HTTP; `text` is the name and the answer to each text question. @throws Refusal */
export async function leaveLeadOverHttp(
  origin: string,
  { token, mobile }: LoggedInPerson,
  activity: ActivityDetail,
  text: string,
): Promise<void> {
  const { activityId } = activity;
  const captchaVerifyId = await solveCaptcha(origin, { action: "lead", activityId }, token);
  await contractClient(origin, { token, captchaVerifyId })(leaveLead, {
    id: activityId,
    name: text,
    mobile,
    provinceCode: "310000",
    cityCode: "310100",
    consent: true,
    ...(activity.asks.series && { seriesCode: activity.seriesCodes[0] }),
    answers: answersTo(activity, text),
  });
}
