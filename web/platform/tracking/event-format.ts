/** Properties of an event in Sensors' format. */
export type TrackedProperties = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type EventType = "track" | "track_signup" | "profile_set_once";

/** An event in Sensors' wire format (platform facts 3.3). */
export type TrackedEvent = {
  readonly identities: Readonly<Record<string, string>>;
  readonly distinct_id: string;
  readonly anonymous_id: string;
  readonly login_id?: string;
  /** The visitor's id before the login. */
  readonly original_id?: string;
  readonly type: EventType;
  readonly event?: string;
  /** The phone's own time, ms since the epoch (requirement X05). */
  readonly time: number;
  /** Identifies repeats of an event. */
  readonly _track_id: number;
  /** Time of sending, ms. */
  readonly _flush_time?: number;
  readonly lib: Readonly<Record<string, string>>;
  readonly properties: TrackedProperties;
};

/** Sensors' checksum: Java's hash of a text. */
function checksumOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = ((hash << 5) - hash + text.charCodeAt(index)) | 0;
  return hash;
}
const base64 = (value: unknown): string => {
  let bytes = "";
  for (const byte of new TextEncoder().encode(JSON.stringify(value))) bytes += String.fromCharCode(byte);
  return btoa(bytes);
};

/** Encodes a single event (platform facts 3.2). */
export function encodeEvent(event: TrackedEvent): string {
  const data = base64({ ...event, _flush_time: Date.now() });
  return `data=${encodeURIComponent(data)}&ext=${encodeURIComponent(`crc=${checksumOf(data)}`)}`;
}
/** Encodes queued events; the collector answers when it has stored them. */
export const encodeEvents = (events: readonly TrackedEvent[]): string =>
  `data_list=${encodeURIComponent(base64(events.map((event) => ({ ...event, _flush_time: Date.now() }))))}`;
