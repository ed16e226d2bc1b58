import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import type { CaptchaPass } from "../captcha/index.ts";
import type { FlowRequest, FlowApproval } from "../flow/index.ts";

/** What the sign-up asks of its neighbours. */
export type SignUpPorts = {
  /** null: none came. */
  captchaPassOf(pass: {
    verifyId: string | null;
    action: CaptchaAction;
    activityId: string;
    userId: string;
    idempotencyKey: string | null;
  }): CaptchaPass | null;
  verifySms(mobile: string, scene: SmsScene, code: string): Promise<"ok" | "wrong" | "locked">;
  /** Whether the activity's process lets the caller sign up. @throws Refusal as the process says */
  mustPass(asked: FlowRequest): Promise<FlowApproval>;
};
