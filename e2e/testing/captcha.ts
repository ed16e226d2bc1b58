import type { ArgsOf } from "#contract/core/call.ts";
import { checkCaptcha, createCaptcha } from "#contract/captcha/captcha.ts";
import { contractClient } from "./contract-client.ts";
import { testSettings } from "./product.ts";

/** A solved slider's id, over HTTP, where a spec is not about the slider. */
export async function solveCaptcha(
  origin: string,
  purpose: ArgsOf<typeof createCaptcha>,
  token: string,
): Promise<string> {
  const call = contractClient(origin, { token });
  const { challengeId } = await call(createCaptcha, purpose);
  const x = Number(testSettings.CAPTCHA_TEST_X);
  return (await call(checkCaptcha, { challengeId, x, track: [], nonces: [] })).captchaVerifyId;
}
