import type { ConsumeForActivity } from "../captcha/index.ts";
import type { Caller } from "../http/pipeline/caller.ts";

/** What KOC programmes ask of their neighbours. */
export type KocPorts = {
  readonly consumeCaptcha: ConsumeForActivity;
  /** Whether the activity's process lets the caller apply. @throws Refusal as the process says */
  mustPass(activityId: string, action: "koc", caller: Caller): Promise<void>;
  readonly shares: {
    /** Makes a person's link of an activity, where there is none yet. */
    start(activityId: string, userId: string): Promise<void>;
    /** How many people helped somebody along in an activity, each once. */
    helpersOf(activityId: string, userId: string): Promise<number>;
  };
  /** Where a person without a mobile binds one; a full URL. */
  bindLink(): string;
};
