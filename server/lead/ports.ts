import type { ConsumeForActivity } from "../captcha/index.ts";
import type { Caller } from "../http/pipeline/caller.ts";

/** What leads ask of their neighbours. */
export type LeadPorts = {
  readonly consumeCaptcha: ConsumeForActivity;
  /** Whether the activity's process lets the caller do it. @throws Refusal as the process says */
  mustPass(activityId: string, action: "lead", caller: Caller): Promise<void>;
  /** Where a person without a mobile binds one; a full URL. */
  bindLink(): string;
};
