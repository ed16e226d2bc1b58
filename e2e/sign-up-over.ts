import type { ActivityDetail } from "#contract/activity.ts";
import { checkCaptcha, createCaptcha } from "#contract/captcha.ts";
import { listDates, signUp, type SignUpResult } from "#contract/signup.ts";
import { over } from "./calls.ts";
import type { Person } from "./people.ts";
import { testSettings } from "./product.ts";

/** Signs somebody up over HTTP, for the first free session where one is asked for. @throws Refusal */
export async function signUpOver(
  origin: string,
  { token, mobile }: Person,
  { activityId, asks, seriesCodes, dealers, form }: ActivityDetail,
  more: { waitlist?: boolean } = {},
): Promise<SignUpResult> {
  const call = over(origin, { token });
  const { challengeId } = await call(createCaptcha, { action: "signup", activityId });
  const x = Number(testSettings.CAPTCHA_TEST_X);
  const { captchaVerifyId } = await call(checkCaptcha, { challengeId, x, track: [], nonces: [] });
  const dealerId = asks.dealer ? dealers[0]?.id : undefined;
  const dates = asks.session
    ? await call(listDates, { activityId, ...(dealerId !== undefined && { dealerId }) })
    : [];
  const free = dates.flatMap(({ sessions }) => sessions).find(({ remaining }) => remaining > 0);
  const answers = form.map(({ key, kind, options }) => [key, kind === "select" ? (options[0] ?? "") : "2"]);
  return over(origin, { token, captchaVerifyId })(signUp, {
    id: activityId,
    name: "林晓岚",
    mobile,
    consent: true,
    ...more,
    ...(asks.series && { seriesCode: seriesCodes[0] }),
    ...(dealerId !== undefined && { dealerId }),
    ...(free && { sessionId: free.sessionId }),
    answers: Object.fromEntries(answers) as Record<string, string>,
  });
}
