import type { FlowSubject } from "../flow/index.ts";

/** What activities ask of their neighbours. */
export type ActivityPorts = {
  /** What an activity's process asks for, as nouns. */
  conditions(activity: FlowSubject): Promise<string[]>;
};
