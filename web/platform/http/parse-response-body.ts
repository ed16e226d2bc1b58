type Envelope = { code?: unknown; message?: unknown; data?: unknown };

/** Sixteen digits or more after a colon, comma or bracket: perhaps beyond 2^53. */
const NEEDS_CARE = /[:,[]\s*-?\d{16,}/;
const numberOf = (text: string): number | string => {
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value;
};

/** Loaded when first needed: most answers hold no such number. */
const parseWithCare = async (text: string): Promise<unknown> =>
  (await import("lossless-json")).parse(text, null, { parseNumber: numberOf });

/** An answer's body as JSON, integers beyond 2^53 as strings digit for digit (requirement K19); null for anything else. */
export async function parseResponseBody(text: string): Promise<Envelope | null> {
  try {
    const body: unknown = NEEDS_CARE.test(text) ? await parseWithCare(text) : JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Envelope) : null;
  } catch {
    return null;
  }
}
