import type { CaptchaAction } from "#contract/captcha-action.ts";

/** What benefits ask of their neighbours. */
export type BenefitDoors = {
  consumeCaptcha(pass: {
    verifyId: string | null;
    action: CaptchaAction;
    activityId: string;
    userId: string;
    idempotencyKey: string | null;
  }): Promise<boolean>;
  /** Whether a person holds a seat of an activity. */
  isSignedUp(activityId: string, userId: string): Promise<boolean>;
  /** Where a person without a mobile binds one; a full URL. */
  bindLink(): string;
};
