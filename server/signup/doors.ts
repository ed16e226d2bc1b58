import type { CaptchaAction } from "#contract/captcha-action.ts";
import type { SmsScene } from "#contract/identity.ts";
import type { Pass } from "../captcha/index.ts";
import type { Asked, Passed } from "../flow/index.ts";

/** What the sign-up asks of its neighbours. */
export type SignUpDoors = {
  /** null: none came. */
  passOf(pass: {
    verifyId: string | null;
    action: CaptchaAction;
    activityId: string;
    userId: string;
    idempotencyKey: string | null;
  }): Pass | null;
  verifySms(mobile: string, scene: SmsScene, code: string): Promise<"ok" | "wrong" | "locked">;
  /** Whether the activity's process lets the caller sign up. @throws Refusal as the process says */
  mustPass(asked: Asked): Promise<Passed>;
};
