import type { ConsumeForActivity } from "../captcha/index.ts";
import type { Caller } from "../http/caller.ts";

/** What sharing asks of its neighbours. */
export type ShareDoors = {
  readonly consumeCaptcha: ConsumeForActivity;
  /** Whether the activity's process lets the caller help. @throws Refusal where it does not */
  mustPass(activityId: string, action: "link", caller: Caller): Promise<void>;
};
