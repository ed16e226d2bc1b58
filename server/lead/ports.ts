import type { ConsumeForActivity } from "../captcha/index.ts";
import type { Caller } from "../http/pipeline/caller.ts";

/** Dependencies of the lead feature on other modules. */
export type LeadPorts = {
  readonly consumeCaptcha: ConsumeForActivity;
  /** Requires that the activity's flow admits the caller. @throws Refusal as decided by the flow */
  mustPass(activityId: string, action: "lead", caller: Caller): Promise<void>;
  /** Full URL of the page that binds a mobile. */
  bindLink(): string;
};
