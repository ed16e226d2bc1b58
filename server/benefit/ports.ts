import type { ConsumeForActivity } from "../captcha/index.ts";
import type { Caller } from "../http/pipeline/caller.ts";

/** What benefits ask of their neighbours. */
export type BenefitPorts = {
  readonly consumeCaptcha: ConsumeForActivity;
  /** Whether a person holds a seat of an activity. */
  isSignedUp(activityId: string, userId: string): Promise<boolean>;
  /** Whether the activity's process lets the caller do it. @throws Refusal as the process says */
  mustPass(activityId: string, action: "benefit", caller: Caller): Promise<void>;
  /** Where a person without a mobile binds one; a full URL. */
  bindLink(): string;
};
