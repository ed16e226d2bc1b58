import { Refusal } from "#contract/core/errors.ts";
import { bindMobile, quickLogin, sendSms } from "#contract/identity/identity.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { ProviderCalls } from "./provider-calls.ts";

/** The captcha module's part in it: spends the id of a solved slider. */
export type SpendCaptcha = (pass: { verifyId: string; action: "sms"; mobile: string }) => Promise<boolean>;

/** The JSON calls outside of a page, for whichever provider; the slider before an SMS is ours. */
export function identityRoutes(calls: RpcRouter, provider: ProviderCalls, spendCaptcha: SpendCaptcha): void {
  calls.on(sendSms, async ({ mobile, scene, captchaVerifyId }, caller) => {
    const verifyId = captchaVerifyId || caller.captchaVerifyId;
    if (!verifyId || !(await spendCaptcha({ verifyId, action: "sms", mobile })))
      throw new Refusal("captchaRequired");
    return provider.sendSms(mobile, scene, caller);
  });
  calls.on(quickLogin, async ({ mobile, smsCode }) => provider.quickLogin(mobile, smsCode));
  calls.on(bindMobile, async ({ access_token, mobile, smsCode }) =>
    provider.bindMobile(access_token, mobile, smsCode),
  );
}
