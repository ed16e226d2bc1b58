import type { FlowSubject } from "../flow/index.ts";

/** Interfaces of other modules that activities depend on. */
export type ActivityPorts = {
  /** Names of the conditions of an activity's process, as nouns. */
  conditions(activity: FlowSubject): Promise<string[]>;
};
