import type { CaptchaAction } from "#contract/captcha-action.ts";

/** What KOC programmes ask of their neighbours. */
export type KocDoors = {
  consumeCaptcha(pass: {
    verifyId: string | null;
    action: CaptchaAction;
    activityId: string;
    userId: string;
    idempotencyKey: string | null;
  }): Promise<boolean>;
  /** Where a person without a mobile binds one; a full URL. */
  bindLink(): string;
};
