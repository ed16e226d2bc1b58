import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders } from "node:http";
import { hostname } from "node:os";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import { processSlot, type OpenTelemetrySettings } from "../../config.ts";
import { currentTrace } from "../../core/caller-network.ts";
import { productVersion } from "../../core/product-version.ts";
import { remoteParent, type TraceContext } from "../../core/trace-context.ts";
import { observeStatements, type EndedStatement } from "../../database/connection/statement-observer.ts";
import type { RequestTracer } from "./request-tracer.ts";
import { summariseStatement } from "./statement-summary.ts";

/** Spans that wait for the collector at most; further ones are dropped. */
const MAX_WAITING_SPANS = 2_048;
/** Time for one export with its retries, and for the last one at shutdown, ms. */
const [EXPORT_TIMEOUT, SHUTDOWN_TIMEOUT] = [5_000, 3_000];
/** Statuses from 500 on are the server's errors; from 600 on the contract's refusals. */
const isServerError = (status: number): boolean => status >= 500 && status < 600;

type Log = Parameters<RequestTracer["reportTo"]>[0];

/** Exports over OTLP; an outage of the collector is logged once, and its spans are dropped. */
class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  #isFailing = false;
  log: Log | null = null;
  constructor(exporter: SpanExporter) {
    this.#exporter = exporter;
  }
  export(...[spans, done]: Parameters<SpanExporter["export"]>): void {
    this.#exporter.export(spans, (result) => {
      // Only the code or the class, since the address may contain a token.
      const { error } = result;
      if (error !== undefined && !this.#isFailing)
        this.log?.warn({ reason: codeOf(error) }, "span export failed, spans are dropped");
      this.#isFailing = error !== undefined;
      done(result);
    });
  }
  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}

/** Code of an error: a system call's, SQLSTATE or a status; its class without one. */
function codeOf(error: unknown): string {
  const { code, name } = (typeof error === "object" && error !== null ? error : {}) as {
    readonly code?: unknown;
    readonly name?: unknown;
  };
  if (typeof code === "string" || typeof code === "number") return String(code);
  return typeof name === "string" ? name : "error";
}

const contextOf = (parent: TraceContext | null): Context =>
  parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remoteParent(parent));
const traceparentOf = (span: Span): string => {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
};
const toEpoch = (moment: number): number => performance.timeOrigin + moment;

function createProvider(settings: OpenTelemetrySettings, exporter: SpanExporter): TracerProvider {
  return new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": settings.serviceName,
      "service.version": productVersion(),
      "service.instance.id": `${hostname()}:${processSlot()}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: MAX_WAITING_SPANS })],
  });
}

type Tracer = ReturnType<TracerProvider["getTracer"]>;
/** Starts a span below the one of the current request; null: it has none. */
function startChild(tracer: Tracer, name: string, startTime?: number): Span | null {
  const parent = currentTrace()?.span;
  if (parent === undefined) return null;
  const options = { kind: SpanKind.CLIENT, ...(startTime !== undefined && { startTime }) };
  return tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
}

/** Makes a span of each statement of a recorded request. It has no text, since some texts contain values. */
const recordStatement =
  (tracer: Tracer) =>
  ({ text, duration, error }: EndedStatement): void => {
    const endTime = toEpoch(performance.now());
    const summary = summariseStatement(text);
    const span = startChild(tracer, summary, endTime - duration);
    if (span === null) return;
    span.setAttributes({ "db.system.name": "postgresql", "db.query.summary": summary });
    if (error !== null) {
      span.setAttribute("error.type", codeOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(endTime);
  };

/** Request of Node's fetch, as its diagnostics channels tell it. */
type OutgoingRequest = {
  readonly method: string;
  readonly origin: string | URL;
  addHeader(name: string, value: string): void;
};
type OutgoingMessage = {
  readonly request: OutgoingRequest;
  readonly response?: { readonly statusCode: number };
  readonly error?: unknown;
};

/** Makes a span of each call to another system. @param isPassedOn whether it gets the trace @returns ends that */
function recordOutgoing(tracer: Tracer, isPassedOn: boolean): () => void {
  const spans = new WeakMap<OutgoingRequest, Span>();
  const onCreate = (message: unknown): void => {
    const { request } = message as OutgoingMessage;
    const current = currentTrace();
    const span = startChild(tracer, request.method);
    if (span !== null) {
      const { hostname: host, port } = new URL(request.origin);
      // No path, which may contain a key or an id.
      span.setAttributes({
        "http.request.method": request.method,
        "server.address": host,
        ...(port !== "" && { "server.port": Number(port) }),
      });
      spans.set(request, span);
    }
    const traceparent = span === null ? current?.traceparent : traceparentOf(span);
    if (isPassedOn && traceparent !== undefined) request.addHeader("traceparent", traceparent);
  };
  const onEnd = (message: unknown): void => {
    const { request, response, error } = message as OutgoingMessage;
    const span = spans.get(request);
    if (span === undefined) return;
    spans.delete(request);
    if (response !== undefined) span.setAttribute("http.response.status_code", response.statusCode);
    else span.setAttribute("error.type", codeOf(error));
    if (response === undefined || response.statusCode >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  const channels = [
    ["undici:request:create", onCreate],
    ["undici:request:headers", onEnd],
    ["undici:request:error", onEnd],
  ] as const;
  for (const [name, handle] of channels) subscribe(name, handle);
  return () => channels.forEach(([name, handle]) => void unsubscribe(name, handle));
}

/** Ends waiting after some time, so that a collector that hangs delays no shutdown. */
async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), timeout]);
  clearTimeout(timer);
}

/**
 * Exports spans of requests, statements and calls to other systems to an OpenTelemetry collector.
 * @param readTrace the trace of a request that another system has begun
 * @param isPassedOn whether calls to other systems get the trace
 */
export function startSpanExport(
  settings: OpenTelemetrySettings,
  readTrace: (headers: IncomingHttpHeaders) => TraceContext | null,
  isPassedOn: boolean,
): RequestTracer {
  const exporter = new ReportingExporter(
    new OTLPTraceExporter({ url: settings.tracesUrl, timeoutMillis: EXPORT_TIMEOUT }),
  );
  const provider = createProvider(settings, exporter);
  const tracer = provider.getTracer("marque");
  const stops = [observeStatements(recordStatement(tracer)), recordOutgoing(tracer, isPassedOn)];
  return {
    start(headers, startedAt) {
      const incoming = readTrace(headers);
      const options = { kind: SpanKind.SERVER, startTime: toEpoch(startedAt) };
      const span = tracer.startSpan("request", options, contextOf(incoming));
      if (!span.isRecording()) return incoming;
      return { traceparent: traceparentOf(span), isSampled: incoming?.isSampled ?? false, span };
    },
    end(current, { method, route, status }) {
      const span = current?.span;
      if (span === undefined) return;
      span.updateName(route === "" ? method : `${method} ${route}`);
      span.setAttributes({
        "http.request.method": method,
        ...(route !== "" && { "http.route": route }),
        "http.response.status_code": status,
      });
      if (isServerError(status)) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    reportTo: (log) => void (exporter.log = log),
    async close() {
      for (const stop of stops) stop();
      await atMost(provider.shutdown(), SHUTDOWN_TIMEOUT);
    },
  };
}
