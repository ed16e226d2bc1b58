import type { StoredEvent } from "#contract/tracking/tracking.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { ListedPageError } from "./page-error-store.ts";

/** An event of a person as an export shows it. */
export type PersonEvent = {
  readonly event_key: string;
  readonly event_time: Date;
} & Readonly<Record<string, unknown>>;
type PersonEvents = {
  /** The newest first. */
  readonly rows: readonly PersonEvent[];
  /** There are more, or the time was over before all were found. */
  readonly isCut: boolean;
};
/** Visits of a person's ids to an activity's page; days are YYYY-MM-DD. */
type VisitQuery = {
  readonly ids: readonly string[];
  readonly activityId: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly until: Date;
};
export type VisitCount = { readonly count: number; readonly first_time: Date | null };

/** Store of the behaviour events: PostgreSQL, or ClickHouse (EVENTS_CLICKHOUSE_URL). */
export type EventStore = {
  /**
   * Stores rows whose partitions exist, each once however often it is sent, and none that names an erased person.
   * @param rows JSON array of `TrackedEventRow` (rules.ts)
   * @param outboxId queues the events for forwarding under this id; null: no forwarding
   * @returns the number of stored rows; ClickHouse does not tell which of them it had
   */
  insert(rows: string, outboxId: string | null, now: Date): Promise<number>;
  /** Lists stored events, the newest first. */
  last(limit: number): Promise<StoredEvent[]>;
  /** Lists errors in browsers, those of the most visitors first. @param release null: of all releases */
  listPageErrors(days: number, release: string | null, now: number): Promise<ListedPageError[]>;
  /** Reads the events whose subject is one of the ids. @param timeout ms */
  ofPerson(
    ids: readonly string[],
    limits: { readonly maxRows: number; readonly timeout: number },
  ): Promise<PersonEvents>;
  countVisits(query: VisitQuery): Promise<VisitCount>;
  /** Drops the events of days that are too old, beyond those of PostgreSQL's partitions (partition-store.ts). */
  dropOldDays(now: number, retentionDays: number): Promise<unknown>;
};

/** The part of the context that the events' reads and erasures need. */
export type EventStoreContext = Pick<AppContext, "db" | "databaseKind"> & {
  readonly config: Pick<AppContext["config"], "eventsClickhouse">;
};
