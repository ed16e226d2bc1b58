import { gunzipSync } from "node:zlib";

/** Why a body gave no events. */
export type BodyFault = "malformed" | "checksum" | "bomb";
export type DecodedBody =
  | { readonly events: readonly unknown[]; /** Past the most of a body. */ readonly cut: number }
  | { readonly fault: BodyFault };

/** Events of one body that are looked at; a client sends some dozen. */
const EVENTS_MOST = 500;
/** Of an unpacked body, bytes. */
const UNPACKED_MOST = 1024 * 1024;

/** How deep a client's JSON lies: a list of events with properties that may be lists, and some more. */
const DEPTH_MOST = 12;

/** Whether JSON lies deeper than any client's: parsing that takes a hundred times as long. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isText = !isText;
    else if (isText) {
      // The next one is escaped, whatever it is.
      if (code === 0x5c) at++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > DEPTH_MOST) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Sensors' checksum: Java's hash of a text, 32 bits signed (platform facts 3.2). */
export function checksumOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = ((hash << 5) - hash + text.charCodeAt(at)) | 0;
  return hash;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
/** Parameters of a query or a form; the first of repeated ones, a handful at most. */
function parametersOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split("&", 12)) {
    const at = part.indexOf("=");
    const name = at === -1 ? part : part.slice(0, at);
    if (!found.has(name)) found.set(name, at === -1 ? "" : part.slice(at + 1));
  }
  return found;
}

/** The bytes, unpacked where they were packed; null for what unpacks to too much or not at all. */
function unpacked(bytes: Buffer): Buffer | BodyFault {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: UNPACKED_MOST });
  } catch (error) {
    return (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "bomb" : "malformed";
  }
}

/**
 * Reads what a client sent: `data` (one event) or `data_list` (an array), base64 of UTF-8 JSON,
 * packed or not, with or without `ext=crc=…` over the base64 (platform facts 3.2). The content
 * type tells nothing: Sensors' client sends forms as text/plain. Never throws.
 * @param text a form's body or an address's query, as sent
 */
export function readEvents(text: string): DecodedBody {
  const parameters = parametersOf(text);
  const given = parameters.get("data_list") ?? parameters.get("data");
  if (given === undefined || given === "") return { fault: "malformed" };
  // A plus that nobody encoded has been read as a blank on the way.
  const packed = decoded(given).replaceAll(" ", "+");
  const checksum = /^crc=(-?\d{1,10})$/.exec(decoded(parameters.get("ext") ?? ""))?.[1];
  if (checksum !== undefined && Number(checksum) !== checksumOf(packed)) return { fault: "checksum" };
  const bytes = unpacked(Buffer.from(packed, "base64"));
  if (typeof bytes === "string") return { fault: bytes };
  try {
    const json = bytes.toString("utf8");
    if (isDeep(json)) return { fault: "malformed" };
    const value: unknown = JSON.parse(json);
    const events: unknown[] = Array.isArray(value) ? value : [value];
    return { events: events.slice(0, EVENTS_MOST), cut: Math.max(0, events.length - EVENTS_MOST) };
  } catch {
    return { fault: "malformed" };
  }
}
