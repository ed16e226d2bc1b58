import { sql } from "kysely";
import { DIGEST_MARK } from "../rules.ts";
import { dayRanges, eventsOfIds } from "./event-days-store.ts";
import type { EventStoreContext, EventStore, PersonEvent } from "./event-store.ts";

/** Digest rows stand for events that are in ClickHouse. */
const isNoDigest = sql`properties -> ${sql.lit(DIGEST_MARK)} is null`;

/** Reads of a person's events, which no index finds: only the partitions of some days, or all in short statements. */
export const personEventStore = (
  context: EventStoreContext,
): Pick<EventStore, "ofPerson" | "countVisits"> => ({
  /** Reads the newest events day by day until the time limit. */
  async ofPerson(ids, { maxRows, timeout }) {
    const until = performance.now() + timeout;
    const found: PersonEvent[] = [];
    for (const { parts } of await dayRanges(context)) {
      // Deduplicates by key, since a day that is rewritten meanwhile is read twice.
      const newer = new Map<string, PersonEvent>();
      for await (const part of parts()) {
        if (performance.now() > until) return { rows: found, isCut: true };
        const { rows } = await sql<PersonEvent>`
          select * from tracked_event where ${part} and ${eventsOfIds(ids)} and ${isNoDigest}
          order by event_time desc limit ${maxRows + 1}`.execute(context.db);
        for (const row of rows) newer.set(row.event_key, row);
      }
      found.push(
        ...[...newer.values()].toSorted(
          (one, other) => other.event_time.getTime() - one.event_time.getTime(),
        ),
      );
      if (found.length > maxRows) return { rows: found.slice(0, maxRows), isCut: true };
    }
    return { rows: found, isCut: false };
  },
  async countVisits({ ids, activityId, fromDay, toDay, until }) {
    const { rows } = await sql<{ count: number; first_time: Date | null }>`
      select count(*)::int as count, min(event_time) as first_time from tracked_event
      where day between ${fromDay}::date and ${toDay}::date and event = 'activity_viewed' and activity_id = ${activityId}
        and event_time <= ${until} and ${eventsOfIds(ids)}`.execute(context.db);
    return rows[0] ?? { count: 0, first_time: null };
  },
});
