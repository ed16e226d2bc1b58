import type { CaptchaAction } from "#contract/captcha-action.ts";
import type { Caller } from "../http/caller.ts";

/** What leads ask of their neighbours. */
export type LeadDoors = {
  consumeCaptcha(pass: {
    verifyId: string | null;
    action: CaptchaAction;
    activityId: string;
    userId: string;
    idempotencyKey: string | null;
  }): Promise<boolean>;
  /** Whether the activity's process lets the caller do it. @throws Refusal as the process says */
  mustPass(activityId: string, action: "lead", caller: Caller): Promise<void>;
  /** Where a person without a mobile binds one; a full URL. */
  bindLink(): string;
};
