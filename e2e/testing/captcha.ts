import type { ArgsOf } from "#contract/core/call.ts";
import { checkCaptcha, createCaptcha } from "#contract/captcha/captcha.ts";
import { contractClient } from "./contract-client.ts";
import { testSettings } from "./product.ts";

/**
 * Solves a captcha over HTTP, where a test is not about the captcha.
 * @param token session of the person, if the purpose needs one
 * @returns `captchaVerifyId`, which the call of this purpose takes
 * @throws Refusal
 */
export async function solveCaptcha(
  origin: string,
  purpose: ArgsOf<typeof createCaptcha>,
  token?: string,
): Promise<string> {
  const call = contractClient(origin, token === undefined ? {} : { token });
  const { challengeId } = await call(createCaptcha, purpose);
  const x = Number(testSettings.CAPTCHA_TEST_X);
  return (await call(checkCaptcha, { challengeId, x, track: [], nonces: [] })).captchaVerifyId;
}
