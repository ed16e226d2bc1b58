import type { CaptchaAction } from "#contract/captcha-action.ts";
import type { SmsScene } from "#contract/identity.ts";

/** What the sign-up asks of its neighbours. */
export type SignUpDoors = {
  consumeCaptcha(pass: {
    verifyId: string | null;
    action: CaptchaAction;
    activityId: string;
    userId: string;
    idempotencyKey: string | null;
  }): Promise<boolean>;
  verifySms(mobile: string, scene: SmsScene, code: string): Promise<"ok" | "wrong" | "locked">;
  /** Where a person without a mobile binds one; a full URL. */
  bindLink(): string;
};
