import type { ConsumeForActivity } from "../captcha/index.ts";
import type { Caller } from "../http/pipeline/caller.ts";

/** Interfaces of other modules that benefits depend on. */
export type BenefitPorts = {
  readonly consumeCaptcha: ConsumeForActivity;
  /** Whether a person has a seat of an activity. */
  isSignedUp(activityId: string, userId: string): Promise<boolean>;
  /** Evaluates the activity's flow process for the caller. @throws Refusal of the first node that does not pass */
  mustPass(activityId: string, action: "benefit", caller: Caller): Promise<void>;
  /** URL of the page where a person binds a mobile. */
  bindLink(): string;
};
