import { hash } from "node:crypto";
import { sql } from "kysely";
import type { TrackingProject } from "#contract/tracking/names.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { Database } from "../../database/connection/database.ts";
import type { TrackedEventRow } from "../rules.ts";
import type { EventStore, PersonEvent } from "../storage/event-store.ts";
import { MAX_LISTED_PAGE_ERRORS, type ListedPageError } from "../storage/page-error-store.ts";
import type { ClickhouseClient } from "./client.ts";
import { digestOf, insertLine, namedIds } from "./rows.ts";
import { clickhouseTableStore } from "./table-store.ts";
import { clickhouse, type ClickhouseStatement } from "./statement.ts";

const DAY = 86_400_000;

const INSERT = clickhouse`INSERT INTO tracked_event (day, event_key, project, type, event, event_ms, received_ms,
  distinct_id, login_id, anonymous_id, activity_id, properties)`;
const COLUMNS = clickhouse`project, type, event, event_ms, received_ms, distinct_id, login_id, anonymous_id,
  activity_id, properties`;
/** Condition of the events whose subject is one of the ids (storage/event-days-store.ts, `eventsOfIds`). */
export const ofIds = (ids: readonly string[]): ClickhouseStatement =>
  clickhouse`coalesce(login_id, distinct_id) IN ${ids}`;

type EventRow = {
  readonly event_key: string;
  readonly project: TrackingProject;
  readonly type: string;
  readonly event: string;
  readonly event_ms: number | string;
  readonly received_ms: number | string;
  readonly distinct_id: string;
  readonly login_id: string | null;
  readonly anonymous_id: string | null;
  readonly activity_id: string | null;
  readonly properties: string;
};
const propertiesOf = ({ properties }: EventRow): Record<string, unknown> =>
  JSON.parse(properties) as Record<string, unknown>;
const toPersonEvent = (row: EventRow): PersonEvent => ({
  event_key: row.event_key,
  project: row.project,
  type: row.type,
  event: row.event,
  event_time: new Date(Number(row.event_ms)),
  received_time: new Date(Number(row.received_ms)),
  distinct_id: row.distinct_id,
  login_id: row.login_id,
  anonymous_id: row.anonymous_id,
  activity_id: row.activity_id,
  properties: propertiesOf(row),
});

/** Keeps the digest of rows. @returns the rows of people who were not erased */
async function withoutErased(db: Database, rows: readonly TrackedEventRow[]): Promise<TrackedEventRow[]> {
  const input = rows.map((row, n) => ({ n, ids: namedIds(row), ...digestOf(row) }));
  const { rows: answered } = await sql<{ refused: number[] }>`
    select digest_events(${JSON.stringify(input)}::jsonb) as refused`.execute(db);
  const refused = new Set(answered[0]?.refused);
  return rows.filter((_row, n) => !refused.has(n));
}
/** Queues stored rows for forwarding, the same batch once. */
async function queue(db: Database, rows: readonly TrackedEventRow[], id: string, now: Date): Promise<void> {
  const input = rows.map((row) => ({
    project: row.project,
    event_time: row.event_time,
    ids: namedIds(row),
    wire: row.wire,
  }));
  await sql`select queue_events(${JSON.stringify(input)}::jsonb, ${id}::text, ${now}::timestamptz)`.execute(
    db,
  );
}

type PageErrorRow = Omit<ListedPageError, "occurrences" | "visitors" | "last_time"> & {
  readonly occurrences: number | string;
  readonly visitors: number | string;
  readonly last_ms: number | string;
};
async function listPageErrors(
  client: ClickhouseClient,
  days: number,
  release: string | null,
  now: number,
): Promise<ListedPageError[]> {
  const since = toShanghaiDate(now - (days - 1) * DAY);
  const ofRelease =
    release === null
      ? clickhouse`1`
      : clickhouse`visitParamExtractString(properties, 'release') = ${release}`;
  const rows = await client.rows<PageErrorRow>(clickhouse`
    SELECT visitParamExtractString(properties, 'release') AS release,
      visitParamExtractString(properties, 'message') AS message,
      visitParamExtractString(properties, 'stack') AS stack,
      groupUniqArray(visitParamExtractString(properties, 'kind')) AS kinds,
      groupUniqArray(visitParamExtractString(properties, 'route')) AS routes,
      groupUniqArray(visitParamExtractString(properties, 'platform_type')) AS hosts,
      count() AS occurrences, uniqExact(distinct_id) AS visitors, max(event_ms) AS last_ms
    FROM tracked_event FINAL
    WHERE event = 'page_error' AND day >= toDate(${since}) AND ${ofRelease}
    GROUP BY release, message, stack
    ORDER BY visitors DESC, occurrences DESC, last_ms DESC LIMIT ${MAX_LISTED_PAGE_ERRORS}`);
  return rows.map(({ occurrences, visitors, last_ms, ...row }) => ({
    ...row,
    kinds: row.kinds.toSorted(),
    routes: row.routes.toSorted(),
    hosts: row.hosts.toSorted(),
    occurrences: Number(occurrences),
    visitors: Number(visitors),
    last_time: new Date(Number(last_ms)),
  }));
}

/** Reads a person's events of ClickHouse. A repeated row counts once, as FINAL would, which reads no index. */
async function ofPerson(
  client: ClickhouseClient,
  ids: readonly string[],
  maxRows: number,
  timeout: number,
): Promise<PersonEvent[]> {
  const rows = await client.rows<EventRow>(
    clickhouse`SELECT toString(event_key) AS event_key, ${COLUMNS} FROM tracked_event
      WHERE ${ofIds(ids)} ORDER BY event_ms DESC LIMIT 1 BY event_key LIMIT ${maxRows + 1}`,
    timeout,
  );
  return rows.map(toPersonEvent);
}

/** Events in ClickHouse. @param inPostgres the events of the time before, and the digest */
export const clickhouseEventStore = (
  client: ClickhouseClient,
  db: Database,
  inPostgres: EventStore,
): EventStore => ({
  /**
   * Keeps the digest first, then inserts, then queues: each step has the same effect when a batch is repeated. People
   * who are erased between the steps are found by the second deletion (event-removal.ts).
   */
  async insert(text, outboxId, now) {
    const rows = await withoutErased(db, JSON.parse(text) as TrackedEventRow[]);
    if (rows.length === 0) return 0;
    const lines = rows.map(insertLine).join("\n");
    const token = hash("sha256", lines, "hex");
    await client.insert(INSERT, lines, token);
    if (outboxId !== null) await queue(db, rows, token, now);
    return rows.length;
  },
  async last(limit) {
    const rows = await client.rows<EventRow>(clickhouse`
      SELECT ${COLUMNS} FROM tracked_event FINAL
      ORDER BY received_ms DESC, event_ms DESC, toString(event_key) LIMIT ${limit}`);
    return rows.map((row) => ({
      project: row.project,
      type: row.type,
      event: row.event,
      time: Number(row.event_ms),
      receivedTime: Number(row.received_ms),
      distinct_id: row.distinct_id,
      login_id: row.login_id,
      anonymous_id: row.anonymous_id,
      activity_id: row.activity_id,
      properties: propertiesOf(row),
    }));
  },
  listPageErrors: (days, release, now) => listPageErrors(client, days, release, now),
  async ofPerson(ids, limits) {
    const started = performance.now();
    const rows = await ofPerson(client, ids, limits.maxRows, limits.timeout);
    if (rows.length > limits.maxRows) return { rows: rows.slice(0, limits.maxRows), isCut: true };
    const timeout = Math.max(0, limits.timeout - (performance.now() - started));
    const before = await inPostgres.ofPerson(ids, { maxRows: limits.maxRows - rows.length, timeout });
    return { rows: [...rows, ...before.rows], isCut: before.isCut };
  },
  async countVisits({ ids, activityId, fromDay, toDay, until }) {
    const [row] = await client.rows<{ count: number | string; first_ms: number | string }>(clickhouse`
      SELECT count() AS count, min(event_ms) AS first_ms FROM tracked_event FINAL
      WHERE day BETWEEN toDate(${fromDay}) AND toDate(${toDay}) AND event = 'activity_viewed'
        AND activity_id = ${activityId} AND event_ms <= ${until.getTime()} AND ${ofIds(ids)}`);
    const count = Number(row?.count ?? 0);
    return { count, first_time: count === 0 ? null : new Date(Number(row?.first_ms)) };
  },
  dropOldDays: clickhouseTableStore(client).dropOldDays,
});
