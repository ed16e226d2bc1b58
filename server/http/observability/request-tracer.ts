import type { IncomingHttpHeaders } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { TraceContext } from "../../core/trace-context.ts";

/** A request that was answered; the route is the pattern of its URL, empty without one. */
type EndedRequest = { readonly method: string; readonly route: string; readonly status: number };

/** Knows the trace of each request, and exports its spans if that is set (OTEL_EXPORTER_OTLP_ENDPOINT). */
export type RequestTracer = {
  /** @param startedAt moment of performance.now() @returns null: the request belongs to no trace */
  start(headers: IncomingHttpHeaders, startedAt: number): TraceContext | null;
  end(trace: TraceContext | null, request: EndedRequest): void;
  /** Sets the log that is told of failed exports. */
  reportTo(log: Pick<FastifyBaseLogger, "warn">): void;
  close(): Promise<void>;
};

/** Requests belong to no trace. */
export const untraced: RequestTracer = {
  start: () => null,
  end: () => {},
  reportTo: () => {},
  close: () => Promise.resolve(),
};
