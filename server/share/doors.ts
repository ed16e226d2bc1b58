import type { ConsumeForActivity } from "../captcha/index.ts";

/** What sharing asks of its neighbours. */
export type ShareDoors = {
  readonly consumeCaptcha: ConsumeForActivity;
};
