import type { Organisation } from "#contract/organisation/organisation.ts";
import type { FlowSubject } from "../flow/index.ts";
import type { ActivityRow } from "./tables.ts";

/** Interfaces of other modules that activities depend on. */
export type ActivityPorts = {
  /** Names of the conditions of an activity's process, as nouns. */
  conditions(activity: FlowSubject): Promise<string[]>;
  /** Columns of an activity's draft that differ from the stored ones, with its dealers; null: no draft. */
  draftOf(activityId: string): Promise<DraftColumns | null>;
};
/** Columns of a draft, and the dealers that it names. */
export type DraftColumns = Partial<ActivityRow> & {
  dealers?: Organisation[];
  dealer_name?: string | null;
  dealer_status?: string | null;
};
