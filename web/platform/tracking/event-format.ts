/** A property as Sensors knows them. */
export type TrackedProperties = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type EventType = "track" | "track_signup" | "profile_set_once";

/** An event in Sensors' wire format (platform facts 3.3). */
export type TrackedEvent = {
  readonly identities: Readonly<Record<string, string>>;
  readonly distinct_id: string;
  readonly anonymous_id: string;
  readonly login_id?: string;
  /** Of a login: who the visitor was before. */
  readonly original_id?: string;
  readonly type: EventType;
  readonly event?: string;
  /** The phone's own time, ms since the epoch (requirement X05). */
  readonly time: number;
  /** With it a repeat is known as one. */
  readonly _track_id: number;
  /** When it was sent. */
  readonly _flush_time?: number;
  readonly lib: Readonly<Record<string, string>>;
  readonly properties: TrackedProperties;
};

/** Sensors' checksum: Java's hash of a text. */
function checksumOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = ((hash << 5) - hash + text.charCodeAt(at)) | 0;
  return hash;
}
const base64 = (value: unknown): string => {
  let bytes = "";
  for (const byte of new TextEncoder().encode(JSON.stringify(value))) bytes += String.fromCharCode(byte);
  return btoa(bytes);
};

/** One event, as it is sent by itself (platform facts 3.2). */
export function encodeEvent(event: TrackedEvent): string {
  const data = base64({ ...event, _flush_time: Date.now() });
  return `data=${encodeURIComponent(data)}&ext=${encodeURIComponent(`crc=${checksumOf(data)}`)}`;
}
/** Events that waited; the collector answers when it has stored them. */
export const encodeEvents = (events: readonly TrackedEvent[]): string =>
  `data_list=${encodeURIComponent(base64(events.map((event) => ({ ...event, _flush_time: Date.now() }))))}`;
