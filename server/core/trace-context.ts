/** The place in a distributed trace of the request that the current code works for (W3C Trace Context). */
export type TraceContext = {
  /** As it is passed on, 55 characters. */
  readonly traceparent: string;
  /** Whether the trace is recorded; one that is not costs nothing but its header. */
  readonly isSampled: boolean;
};

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;
const SAMPLED = 1;

/** Parses the header `traceparent`; null: missing or invalid, and then it is ignored as the standard says. */
export function parseTraceparent(header: unknown): TraceContext | null {
  if (typeof header !== "string") return null;
  const [, version, traceId = "", spanId = "", flags = "", rest] = TRACEPARENT.exec(header) ?? [];
  if (version === undefined || ZEROS.test(traceId) || ZEROS.test(spanId)) return null;
  // Version 00 has no further parts; those of later versions are not passed on.
  if (version === "00" && rest !== undefined) return null;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return { traceparent: `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`, isSampled };
}
