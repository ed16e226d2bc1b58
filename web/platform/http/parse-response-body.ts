type Envelope = { code?: unknown; message?: unknown; data?: unknown };

/** Sixteen digits or more after a colon, comma or bracket: perhaps beyond 2^53. */
const LONG_INTEGER = /[:,[]\s*-?\d{16,}/;
const numberOf = (text: string): number | string => {
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value;
};

/** Loads the parser on first use, since most answers contain no such number. */
const parseLossless = async (text: string): Promise<unknown> =>
  (await import("lossless-json")).parse(text, null, { parseNumber: numberOf });

/**
 * Parses an answer's body as JSON, with integers beyond 2^53 as exact strings (requirement K19); null for
 * anything else.
 */
export async function parseResponseBody(text: string): Promise<Envelope | null> {
  try {
    const body: unknown = LONG_INTEGER.test(text) ? await parseLossless(text) : JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Envelope) : null;
  } catch {
    return null;
  }
}
