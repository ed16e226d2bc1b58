import type { CaptchaAction } from "#contract/captcha-action.ts";

/** What sharing asks of its neighbours. */
export type ShareDoors = {
  consumeCaptcha(pass: {
    verifyId: string | null;
    action: CaptchaAction;
    activityId: string;
    userId: string;
    idempotencyKey: string | null;
  }): Promise<boolean>;
};
