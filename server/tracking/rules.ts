import { hash } from "node:crypto";
import type { TrackingProject } from "#contract/tracking/names.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { pageErrorProperties } from "./collect/page-error.ts";
import { isMobileNumber, isSecretKey, scrubText } from "./collect/scrub.ts";

/** Stored event; times in ms since the epoch. */
export type TrackedEventRow = {
  /** Day of event_time in Shanghai, YYYY-MM-DD. */
  readonly day: string;
  readonly event_key: string;
  readonly project: TrackingProject;
  readonly type: string;
  readonly event: string;
  readonly event_time: number;
  readonly received_time: number;
  readonly distinct_id: string;
  readonly login_id: string | null;
  readonly anonymous_id: string | null;
  /** Id of the visitor before a login. */
  readonly original_id: string | null;
  readonly activity_id: string | null;
  readonly properties: EventProperties;
  /** Event in the format of the wire; absent without forwarding. */
  readonly wire?: Raw;
};
type Value = string | number | boolean | string[];
type EventProperties = Record<string, Value>;
type Raw = Readonly<Record<string, unknown>>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Accepted difference between a client's time and ours: a phone may have been offline for days. */
const MAX_EVENT_AGE = 7 * DAY;
const MAX_EVENT_LEAD = HOUR;
/** Maximum lengths in characters, and maximum numbers of properties, list items and identities. */
const LIMITS = { id: 255, text: 500, address: 1024, properties: 150, list: 50, identities: 10 };

const TYPES = new Set([
  "track",
  "track_signup",
  "track_id_bind",
  "track_id_unbind",
  "profile_set",
  "profile_set_once",
  "profile_increment",
  "profile_append",
  "profile_unset",
  "profile_delete",
]);
const NAME = /^[A-Za-z_$][\w$]{0,99}$/;
/** Property of digest rows (clickhouse/rows.ts). */
export const DIGEST_MARK = "$digest";
/** Property names that have a special meaning, in JavaScript or here. */
const RESERVED_NAMES = new Set(["__proto__", "constructor", "prototype", DIGEST_MARK]);
/** Matches the activity id in an address of the web app. */
const ACTIVITY = /\/(?:offline|online|coupon\/result)\/(\d{1,19})(?![\w-])|[?&]activityId=(\d{1,19})(?!\w)/;

const isObject = (value: unknown): value is Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function textOf(value: unknown): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return scrubText(String(value), LIMITS.id);
  if (typeof value !== "string" || value === "") return null;
  return scrubText(value, LIMITS.id) || null;
}

/**
 * Returns a property value as Sensors defines it: text, number, boolean or list of texts; null for anything
 * else.
 */
function valueOf(name: string, value: unknown): Value | null {
  if (typeof value === "string")
    return scrubText(value, /url|referrer/i.test(name) ? LIMITS.address : LIMITS.text);
  if (typeof value === "number") return Number.isFinite(value) && !isMobileNumber(value) ? value : null;
  if (typeof value === "boolean") return value;
  if (!Array.isArray(value)) return null;
  const texts = value.slice(0, LIMITS.list).filter((each) => typeof each === "string");
  return texts.map((each) => scrubText(each, LIMITS.text));
}

function propertiesOf(value: unknown): EventProperties {
  const found: EventProperties = {};
  if (!isObject(value)) return found;
  let count = 0;
  for (const name in value) {
    if (++count > LIMITS.properties) break;
    if (!NAME.test(name) || RESERVED_NAMES.has(name) || isSecretKey(name)) continue;
    const clean = valueOf(name, value[name]);
    if (clean !== null) found[name] = clean;
  }
  return found;
}

/**
 * Time of an event: the client's time (requirement X05). If its clock cannot be right, the time of receipt
 * minus the client's delay `_flush_time - time`; if that is unlikely too, now.
 */
export function eventTimeOf({ time, _flush_time }: Raw, now: number): number {
  const isLikely = (value: number) => value >= now - MAX_EVENT_AGE && value <= now + MAX_EVENT_LEAD;
  if (typeof time !== "number" || !Number.isFinite(time)) return now;
  if (isLikely(time)) return Math.trunc(time);
  const delay = typeof _flush_time === "number" ? _flush_time - time : Number.NaN;
  const corrected = Math.trunc(now - delay);
  return delay >= 0 && isLikely(corrected) ? corrected : now;
}

/**
 * Key by which a repeated event is recognised: everything except the time of sending (requirement X15).
 * Clients number their events; an event without a number is compared by its properties.
 */
function keyOf(row: Omit<TrackedEventRow, "event_key" | "wire">, { time, _track_id }: Raw): string {
  const number = (value: unknown) => (typeof value === "number" ? value : null);
  const { project, type, event, distinct_id, properties } = row;
  const isNumbered = number(time) !== null && number(_track_id) !== null;
  const parts = [
    project,
    type,
    event,
    distinct_id,
    number(time),
    number(_track_id),
    isNumbered || properties,
  ];
  const hex = hash("sha256", JSON.stringify(parts), "hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

function activityOf(properties: EventProperties): string | null {
  const given = properties["activity_id"];
  if (typeof given === "string" && /^\d{1,19}$/.test(given)) return given;
  const found = ACTIVITY.exec(typeof properties["$url"] === "string" ? properties["$url"] : "");
  return found?.[1] ?? found?.[2] ?? null;
}

/** Further ids of the person from the client. */
function identitiesOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  const found = Object.entries(value).slice(0, LIMITS.identities);
  return Object.fromEntries(
    found.flatMap(([name, id]) => {
      const text = NAME.test(name) && !RESERVED_NAMES.has(name) && !isSecretKey(name) ? textOf(id) : null;
      return text === null ? [] : [[name, text]];
    }),
  );
}

/** Stored event in the format of the wire, for forwarding to a Sensors server. */
function wireOf(raw: Raw, row: Omit<TrackedEventRow, "wire">): Raw {
  const number = (name: string) => (typeof raw[name] === "number" ? { [name]: raw[name] } : {});
  return {
    type: row.type,
    ...(row.event !== "" && { event: row.event }),
    // The stored time, which is the same for a repeated event, unless the client's clock is wrong.
    time: row.event_time,
    ...number("_track_id"),
    ...number("_flush_time"),
    distinct_id: row.distinct_id,
    ...(row.login_id !== null && { login_id: row.login_id }),
    ...(row.anonymous_id !== null && { anonymous_id: row.anonymous_id }),
    ...(row.original_id !== null && { original_id: row.original_id }),
    identities: identitiesOf(raw["identities"]),
    lib: propertiesOf(raw["lib"]),
    properties: row.properties,
  };
}

export type EventContext = {
  readonly project: TrackingProject;
  readonly now: number;
  readonly isForwarded: boolean;
};

/** Converts an event of a client into a row that may be stored; null if it is not a valid event. */
export function toEventRow(
  raw: unknown,
  { project, now, isForwarded }: EventContext,
): TrackedEventRow | null {
  if (!isObject(raw)) return null;
  const type = raw["type"];
  const event = raw["event"] ?? "";
  const distinctId = textOf(raw["distinct_id"]);
  if (typeof type !== "string" || !TYPES.has(type) || distinctId === null) return null;
  if (typeof event !== "string" || !(NAME.test(event) || (event === "" && !type.startsWith("track"))))
    return null;
  const sent = raw["properties"];
  const properties = propertiesOf(
    event === "page_error" && isObject(sent) ? pageErrorProperties(sent) : sent,
  );
  const time = eventTimeOf(raw, now);
  const fields = {
    day: toShanghaiDate(time),
    project,
    type,
    event,
    event_time: time,
    received_time: now,
    distinct_id: distinctId,
    login_id: textOf(raw["login_id"]),
    anonymous_id: textOf(raw["anonymous_id"]),
    original_id: textOf(raw["original_id"]),
    activity_id: activityOf(properties),
    properties,
  };
  const row = { ...fields, event_key: keyOf(fields, raw) };
  return isForwarded ? { ...row, wire: wireOf(raw, row) } : row;
}
