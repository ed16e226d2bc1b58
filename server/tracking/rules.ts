import { hash } from "node:crypto";
import type { TrackingProject } from "#contract/tracking/names.ts";
import { isMobileNumber, isSecretKey, scrubText } from "./collect/scrub.ts";

/** An event as it is stored; times in ms since the epoch. */
export type TrackedEventRow = {
  /** YYYY-MM-DD in Shanghai, of event_time. */
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
  /** Of a login: who the visitor was before it. */
  readonly original_id: string | null;
  readonly activity_id: string | null;
  readonly properties: EventProperties;
  /** The event in the wire's shape, for handing on; absent where nothing is handed on. */
  readonly wire?: Raw;
};
type Value = string | number | boolean | string[];
export type EventProperties = Record<string, Value>;
type Raw = Readonly<Record<string, unknown>>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How far a client's time may lie from ours and still be taken: a phone that was offline for days. */
const MAX_EVENT_AGE = 7 * DAY;
const MAX_EVENT_LEAD = HOUR;
const most = { id: 255, text: 500, address: 1024, name: 100, properties: 150, list: 50, identities: 10 };

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
/** Names that would be something else than a property wherever objects are read. */
const NO_NAME = new Set(["__proto__", "constructor", "prototype"]);
/** Where an activity's number stands in an address of ours. */
const ACTIVITY = /\/(?:offline|online|coupon\/result)\/(\d{1,19})(?![\w-])|[?&]activityId=(\d{1,19})(?!\w)/;

const isObject = (value: unknown): value is Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The day of a moment in Shanghai, YYYY-MM-DD; China keeps no summer time. */
export const shanghaiDay = (time: number): string => new Date(time + 8 * HOUR).toISOString().slice(0, 10);

function textOf(value: unknown): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return scrubText(String(value), most.id);
  if (typeof value !== "string" || value === "") return null;
  return scrubText(value, most.id) || null;
}

/** A property as Sensors knows them: text, number, truth value, or a list of texts; null for anything else. */
function valueOf(name: string, value: unknown): Value | null {
  if (typeof value === "string")
    return scrubText(value, /url|referrer/i.test(name) ? most.address : most.text);
  if (typeof value === "number") return Number.isFinite(value) && !isMobileNumber(value) ? value : null;
  if (typeof value === "boolean") return value;
  if (!Array.isArray(value)) return null;
  const texts = value.slice(0, most.list).filter((each) => typeof each === "string");
  return texts.map((each) => scrubText(each, most.text));
}

function propertiesOf(value: unknown): EventProperties {
  const found: EventProperties = {};
  if (!isObject(value)) return found;
  let count = 0;
  for (const name in value) {
    if (++count > most.properties) break;
    if (!NAME.test(name) || NO_NAME.has(name) || isSecretKey(name)) continue;
    const clean = valueOf(name, value[name]);
    if (clean !== null) found[name] = clean;
  }
  return found;
}

/**
 * When it happened: the client's own time (requirement X05). Where its clock cannot be right, the
 * moment it was sent lies `_flush_time - time` after the event; where that helps as little, now.
 */
export function eventTimeOf({ time, _flush_time }: Raw, now: number): number {
  const isLikely = (value: number) => value >= now - MAX_EVENT_AGE && value <= now + MAX_EVENT_LEAD;
  if (typeof time !== "number" || !Number.isFinite(time)) return now;
  if (isLikely(time)) return Math.trunc(time);
  const waited = typeof _flush_time === "number" ? _flush_time - time : Number.NaN;
  const corrected = Math.trunc(now - waited);
  return waited >= 0 && isLikely(corrected) ? corrected : now;
}

/**
 * What makes an event the same one when it is sent again: everything but the time of sending
 * (requirement X15). Clients number their events; one that does not is compared by its properties.
 */
function keyOf(row: Omit<TrackedEventRow, "event_key" | "wire">, { time, _track_id }: Raw): string {
  const number = (value: unknown) => (typeof value === "number" ? value : null);
  const { project, type, event, distinct_id, properties } = row;
  const isNumbered = number(time) !== null && number(_track_id) !== null;
  const same = [project, type, event, distinct_id, number(time), number(_track_id), isNumbered || properties];
  const hex = hash("sha256", JSON.stringify(same), "hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

function activityOf(properties: EventProperties): string | null {
  const told = properties["activity_id"];
  if (typeof told === "string" && /^\d{1,19}$/.test(told)) return told;
  const found = ACTIVITY.exec(typeof properties["$url"] === "string" ? properties["$url"] : "");
  return found?.[1] ?? found?.[2] ?? null;
}

/** The other ids that a client knows somebody by. */
function identitiesOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  const found = Object.entries(value).slice(0, most.identities);
  return Object.fromEntries(
    found.flatMap(([name, id]) => {
      const text = NAME.test(name) && !NO_NAME.has(name) && !isSecretKey(name) ? textOf(id) : null;
      return text === null ? [] : [[name, text]];
    }),
  );
}

/** The event as it is handed on to a Sensors server: what is stored, in the names of the wire. */
function wireOf(raw: Raw, row: Omit<TrackedEventRow, "wire">): Raw {
  const number = (name: string) => (typeof raw[name] === "number" ? { [name]: raw[name] } : {});
  return {
    type: row.type,
    ...(row.event !== "" && { event: row.event }),
    // The client's, so that their server knows a repeat; ours where that was of no use.
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
  readonly isHandedOn: boolean;
};

/** One event as it may be stored, whatever a client sent; null for what is none. */
export function toEventRow(raw: unknown, { project, now, isHandedOn }: EventContext): TrackedEventRow | null {
  if (!isObject(raw)) return null;
  const type = raw["type"];
  const event = raw["event"] ?? "";
  const distinctId = textOf(raw["distinct_id"]);
  if (typeof type !== "string" || !TYPES.has(type) || distinctId === null) return null;
  if (typeof event !== "string" || !(NAME.test(event) || (event === "" && !type.startsWith("track"))))
    return null;
  const properties = propertiesOf(raw["properties"]);
  const time = eventTimeOf(raw, now);
  const told = {
    day: shanghaiDay(time),
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
  const row = { ...told, event_key: keyOf(told, raw) };
  return isHandedOn ? { ...row, wire: wireOf(raw, row) } : row;
}
