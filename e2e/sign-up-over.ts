import type { ActivityDetail } from "#contract/activity.ts";
import { sendBenefit, type Coupon } from "#contract/benefit.ts";
import { checkCaptcha, createCaptcha } from "#contract/captcha.ts";
import { leaveLead } from "#contract/lead.ts";
import { listDates, signUp, type SignUpResult } from "#contract/signup.ts";
import { over } from "./calls.ts";
import type { Person } from "./people.ts";
import { testSettings } from "./product.ts";

/** A slider solved over HTTP. @returns its pass */
async function captchaOver(
  origin: string,
  token: string,
  action: "signup" | "lead" | "benefit",
  activityId: string,
): Promise<string> {
  const call = over(origin, { token });
  const { challengeId } = await call(createCaptcha, { action, activityId });
  const x = Number(testSettings.CAPTCHA_TEST_X);
  return (await call(checkCaptcha, { challengeId, x, track: [], nonces: [] })).captchaVerifyId;
}
/** An answer to each of an activity's own questions. */
const answersTo = ({ form }: Pick<ActivityDetail, "form">, free = "2"): Record<string, string> =>
  Object.fromEntries(
    form.map(({ key, kind, options }) => [
      key,
      kind === "select" ? (options[0] ?? "") : kind === "number" ? "2" : free,
    ]),
  );

/** Signs somebody up over HTTP, for the first free session where one is asked for. @throws Refusal */
export async function signUpOver(
  origin: string,
  { token, mobile }: Person,
  activity: ActivityDetail,
  more: { waitlist?: boolean; name?: string } = {},
): Promise<SignUpResult> {
  const call = over(origin, { token });
  const { activityId, asks, seriesCodes, dealers } = activity;
  const captchaVerifyId = await captchaOver(origin, token, "signup", activityId);
  const dealerId = asks.dealer ? dealers[0]?.id : undefined;
  const dates = asks.session
    ? await call(listDates, { activityId, ...(dealerId !== undefined && { dealerId }) })
    : [];
  const free = dates.flatMap(({ sessions }) => sessions).find(({ remaining }) => remaining > 0);
  return over(origin, { token, captchaVerifyId })(signUp, {
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

/** Has a benefit sent over HTTP. @throws Refusal */
export async function couponOver(origin: string, { token }: Person, benefitId: string): Promise<Coupon> {
  const captchaVerifyId = await captchaOver(origin, token, "benefit", benefitId);
  const { coupon, result } = await over(origin, { token, captchaVerifyId })(sendBenefit, { id: benefitId });
  if (coupon === undefined) throw new Error(`no coupon: ${result}`);
  return coupon;
}

/** Leaves somebody's number over HTTP; `text` is their name, and their answer to what asks for words. @throws Refusal */
export async function leadOver(
  origin: string,
  { token, mobile }: Person,
  activity: ActivityDetail,
  text: string,
): Promise<void> {
  const { activityId } = activity;
  const captchaVerifyId = await captchaOver(origin, token, "lead", activityId);
  await over(origin, { token, captchaVerifyId })(leaveLead, {
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
