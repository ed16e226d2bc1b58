import type { ConsumeForActivity } from "../captcha/index.ts";
import type { Caller } from "../http/pipeline/caller.ts";

/** Functions that KOC programmes need from other modules. */
export type KocPorts = {
  readonly consumeCaptcha: ConsumeForActivity;
  /**
   * Checks that the activity's process lets the caller apply. @throws Refusal with the answer of the process
   */
  mustPass(activityId: string, action: "koc", caller: Caller): Promise<void>;
  readonly shares: {
    /** Creates a person's share link of an activity, if there is none yet. */
    start(activityId: string, userId: string): Promise<void>;
    /** Number of different people who helped a sharer in an activity. */
    helpersOf(activityId: string, userId: string): Promise<number>;
  };
  /** Full URL of the page where a person without a mobile binds one. */
  bindLink(): string;
};
