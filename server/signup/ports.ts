import type { Caller } from "../http/pipeline/caller.ts";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import type { CaptchaPass } from "../captcha/index.ts";
import type { FlowRequest, FlowApproval } from "../flow/index.ts";

/** Interfaces of other modules that the sign-up depends on. */
export type SignUpPorts = {
  /** @returns null if the request has no captcha pass */
  captchaPassOf(pass: {
    verifyId: string | null;
    action: CaptchaAction;
    activityId: string;
    userId: string;
    idempotencyKey: string | null;
  }): CaptchaPass | null;
  verifySms(
    mobile: string,
    scene: SmsScene,
    code: string,
    caller: Caller,
  ): Promise<"ok" | "wrong" | "locked">;
  /** Evaluates the activity's flow process for the caller. @throws Refusal of the first node that does not pass */
  mustPass(request: FlowRequest): Promise<FlowApproval>;
};
