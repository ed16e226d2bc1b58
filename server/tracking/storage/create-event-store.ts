import { createClickhouseClient } from "../clickhouse/client.ts";
import { clickhouseEventStore } from "../clickhouse/event-store.ts";
import type { EventStoreContext, EventStore } from "./event-store.ts";
import { pageErrorStore } from "./page-error-store.ts";
import { personEventStore } from "./person-event-store.ts";
import { trackingStore } from "./store.ts";

const postgresEventStore = (context: EventStoreContext): EventStore => ({
  ...trackingStore(context.db),
  listPageErrors: pageErrorStore(context.db).list,
  ...personEventStore(context),
  dropOldDays: () => Promise.resolve(),
});

/** The store of the settings. */
export function createEventStore(context: EventStoreContext): EventStore {
  const { eventsClickhouse: settings } = context.config;
  const inPostgres = postgresEventStore(context);
  return settings === null
    ? inPostgres
    : clickhouseEventStore(createClickhouseClient(settings), context.db, inPostgres);
}
