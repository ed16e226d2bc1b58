import type { ConsumeForActivity } from "../captcha/index.ts";
import type { Caller } from "../http/pipeline/caller.ts";

/** Dependencies of the share feature on other modules. */
export type SharePorts = {
  readonly consumeCaptcha: ConsumeForActivity;
  /**
   * Requires the permission that the activity's flow grants.
   * @throws Refusal 612 if the flow denies it; another one if that cannot be decided yet
   */
  refuseForbidden(activityId: string, action: "link", caller: Caller): Promise<void>;
};
