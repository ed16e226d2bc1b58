import { Refusal } from "#contract/core/errors.ts";
import { bindMobile, quickLogin, sendSms } from "#contract/identity/identity.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { ProviderCalls } from "./provider-calls.ts";

/**
 * Port of the captcha module: consumes the captcha pass of a solved slider.
 * @returns false if it is not valid
 */
export type ConsumeCaptcha = (pass: { verifyId: string; action: "sms"; mobile: string }) => Promise<boolean>;

/**
 * Registers the JSON calls outside of the provider's pages, for any provider; we verify the captcha before an
 * SMS.
 */
export function identityRoutes(
  calls: RpcRouter,
  provider: ProviderCalls,
  consumeCaptcha: ConsumeCaptcha,
): void {
  calls.on(sendSms, async ({ mobile, scene, captchaVerifyId }, caller) => {
    const verifyId = captchaVerifyId || caller.captchaVerifyId;
    if (!verifyId || !(await consumeCaptcha({ verifyId, action: "sms", mobile })))
      throw new Refusal("captchaRequired");
    return provider.sendSms(mobile, scene, caller);
  });
  calls.on(quickLogin, async ({ mobile, smsCode }, caller) => provider.quickLogin(mobile, smsCode, caller));
  calls.on(bindMobile, async ({ access_token, mobile, smsCode }, caller) =>
    provider.bindMobile(access_token, mobile, smsCode, caller),
  );
}
