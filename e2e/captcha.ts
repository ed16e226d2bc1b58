import type { ArgsOf } from "#contract/call.ts";
import { checkCaptcha, createCaptcha } from "#contract/captcha.ts";
import { over } from "./calls.ts";
import { testSettings } from "./product.ts";

/** A solved slider's id, over HTTP, where a spec is not about the slider. */
export async function solvedFor(
  origin: string,
  purpose: ArgsOf<typeof createCaptcha>,
  token: string,
): Promise<string> {
  const call = over(origin, { token });
  const { challengeId } = await call(createCaptcha, purpose);
  const x = Number(testSettings.CAPTCHA_TEST_X);
  return (await call(checkCaptcha, { challengeId, x, track: [], nonces: [] })).captchaVerifyId;
}
