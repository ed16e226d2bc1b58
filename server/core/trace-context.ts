import type { Span, SpanContext } from "@opentelemetry/api";

/** The place in a distributed trace of the request that the current code works for (W3C Trace Context). */
export type TraceContext = {
  /** As it is passed on, 55 characters. */
  readonly traceparent: string;
  /** Whether another system records the trace, and statements name it; otherwise it costs nothing but its header. */
  readonly isSampled: boolean;
  /** The span of the request, while its spans are exported (server/http/observability/span-export.ts). */
  readonly span?: Span;
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

/** Whether statements are told of the trace, or spans are made of them. */
export const isRecorded = (trace: TraceContext | null): boolean =>
  trace !== null && (trace.isSampled || trace.span !== undefined);

/** The span of another system that a trace names. */
export function remoteParent({ traceparent, isSampled }: TraceContext): SpanContext {
  const [, traceId = "", spanId = ""] = traceparent.split("-");
  return { traceId, spanId, traceFlags: isSampled ? SAMPLED : 0, isRemote: true };
}
