import { hash } from "node:crypto";
import { DIGEST_MARK, type TrackedEventRow } from "../rules.ts";

/**
 * Events that PostgreSQL keeps a digest of while all events are in ClickHouse, since they are counted together with the
 * product's own records: the steps of the funnels, clicks of banners, and where a person was last seen.
 */
const stepEvents: ReadonlySet<string> = new Set([
  "$pageview",
  "activity_viewed",
  "sign_up_tapped",
  "captcha_solved",
  "product_viewed",
  "cart_added",
  "checkout_started",
]);
/** Further events that tell where a person was last seen in the mall. */
const mallEvents: ReadonlySet<string> = new Set(["order_submitted", "pay_started"]);
/** Properties that the statements over the digest read. */
const digestProperties = [
  "utm_source",
  "$latest_utm_source",
  "platform_type",
  "city_code",
  "action",
  "product_id",
  "$element_id",
];
/** Event of a digest row that only tells where a person was seen. */
const SEEN = "$seen";

/** A row of `tracked_event` in PostgreSQL that stands for events of one person, day and kind. */
type DigestRow = Omit<TrackedEventRow, "wire" | "original_id" | "anonymous_id">;

const isBannerClick = ({ event, properties }: TrackedEventRow): boolean =>
  event === "$WebClick" && String(properties["$element_id"] ?? "").startsWith("banner-");

/** Event under which a row belongs to the digest; null: it does not. */
function digestEventOf(row: TrackedEventRow): string | null {
  const { type, event, login_id, activity_id } = row;
  if (isBannerClick(row) || (type === "track" && stepEvents.has(event))) return event;
  if (login_id === null) return null;
  if (stepEvents.has(event) || mallEvents.has(event)) return event;
  return activity_id === null ? null : SEEN;
}

function keyOf(parts: readonly unknown[]): string {
  const hex = hash("sha256", JSON.stringify(parts), "hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}

/**
 * The digest of an event; null: PostgreSQL needs none of it. Events of one person with the same step, activity, product,
 * channel, host and city on one day have the same key and share a row, except clicks of banners, which are counted.
 */
export function digestOf(row: TrackedEventRow): DigestRow | null {
  const event = digestEventOf(row);
  if (event === null) return null;
  const { day, project, type, event_time, received_time, distinct_id, login_id, activity_id } = row;
  const read = digestProperties.filter((name) => row.properties[name] !== undefined);
  const properties: Record<string, TrackedEventRow["properties"][string]> = { [DIGEST_MARK]: true };
  for (const name of read) {
    const value = row.properties[name];
    // The element's id matters for banners only; others would make a row of each click.
    if (value !== undefined && (name !== "$element_id" || isBannerClick(row))) properties[name] = value;
  }
  const event_key = isBannerClick(row)
    ? row.event_key
    : keyOf([day, project, type, event, distinct_id, login_id, activity_id, properties]);
  return {
    day,
    event_key,
    project,
    type,
    event,
    event_time,
    received_time,
    distinct_id,
    login_id,
    activity_id,
    properties,
  };
}

/** Ids that an event names; nothing is stored of erased ones. */
export const namedIds = ({ distinct_id, login_id, anonymous_id, original_id }: TrackedEventRow): string[] =>
  [distinct_id, login_id, anonymous_id, original_id].filter((id) => id !== null);

/** A row as the line of an insert. Texts are well-formed, since ClickHouse refuses half of a surrogate pair. */
export const insertLine = (row: TrackedEventRow): string =>
  JSON.stringify({
    day: row.day,
    event_key: row.event_key,
    project: row.project,
    type: row.type,
    event: row.event,
    event_ms: row.event_time,
    received_ms: row.received_time,
    distinct_id: row.distinct_id.toWellFormed(),
    login_id: row.login_id?.toWellFormed() ?? null,
    anonymous_id: row.anonymous_id?.toWellFormed() ?? null,
    activity_id: row.activity_id,
    properties: JSON.stringify(row.properties),
  });
