import type { ConsumeForActivity } from "../captcha/index.ts";
import type { Caller } from "../http/pipeline/caller.ts";

/** What sharing asks of its neighbours. */
export type SharePorts = {
  readonly consumeCaptcha: ConsumeForActivity;
  /** Whether the activity's process gives the caller permission. @throws Refusal 612 where it does not; others where that cannot be judged */
  refuseForbidden(activityId: string, action: "link", caller: Caller): Promise<void>;
};
