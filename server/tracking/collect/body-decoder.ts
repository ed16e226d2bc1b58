import { gunzipSync } from "node:zlib";

/** Reason why a body has no events; "bomb": it decompresses to too much. */
export type BodyFault = "malformed" | "checksum" | "bomb";
export type DecodedBody =
  | {
      readonly events: readonly unknown[];
      /** Number of events beyond the limit of a body, which are dropped. */
      readonly cut: number;
    }
  | { readonly fault: BodyFault };

/** Maximum of events in one body; clients send a few dozen. */
const MAX_EVENTS = 500;
/** Maximum size of a decompressed body, bytes. */
const MAX_DECOMPRESSED = 1024 * 1024;

/** Maximum nesting of JSON: a list of events with properties that may be lists, with some reserve. */
const MAX_DEPTH = 12;

/** Whether JSON is nested deeper than that of any client; parsing it would take a hundred times as long. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isText = !isText;
    else if (isText) {
      // Skips the escaped character.
      if (code === 0x5c) at++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Checksum of Sensors: Java's hash code of a string, 32 bits signed (platform facts 3.2). */
export function checksumOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = ((hash << 5) - hash + text.charCodeAt(at)) | 0;
  return hash;
}

const decodeComponent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
/** Reads at most twelve parameters of a query or a form; of repeated ones the first. */
function parametersOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split("&", 12)) {
    const at = part.indexOf("=");
    const name = at === -1 ? part : part.slice(0, at);
    if (!found.has(name)) found.set(name, at === -1 ? "" : part.slice(at + 1));
  }
  return found;
}

/** Decompresses gzip; returns other bytes unchanged. */
function decompress(bytes: Buffer): Buffer | BodyFault {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_DECOMPRESSED });
  } catch (error) {
    return (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "bomb" : "malformed";
  }
}

/**
 * Decodes a request: `data` (one event) or `data_list` (an array), base64 of UTF-8 JSON, optionally gzipped,
 * optionally with `ext=crc=…` of the base64 (platform facts 3.2). The content type is ignored, since the
 * client of Sensors sends forms as text/plain. Never throws.
 * @param text the body of a form or the query of an address
 */
export function readEvents(text: string): DecodedBody {
  const parameters = parametersOf(text);
  const given = parameters.get("data_list") ?? parameters.get("data");
  if (given === undefined || given === "") return { fault: "malformed" };
  // Restores plus signs that the client did not encode, so that they were decoded as spaces.
  const base64 = decodeComponent(given).replaceAll(" ", "+");
  const checksum = /^crc=(-?\d{1,10})$/.exec(decodeComponent(parameters.get("ext") ?? ""))?.[1];
  if (checksum !== undefined && Number(checksum) !== checksumOf(base64)) return { fault: "checksum" };
  const bytes = decompress(Buffer.from(base64, "base64"));
  if (typeof bytes === "string") return { fault: bytes };
  try {
    const json = bytes.toString("utf8");
    if (isDeep(json)) return { fault: "malformed" };
    const value: unknown = JSON.parse(json);
    const events: unknown[] = Array.isArray(value) ? value : [value];
    return { events: events.slice(0, MAX_EVENTS), cut: Math.max(0, events.length - MAX_EVENTS) };
  } catch {
    return { fault: "malformed" };
  }
}
