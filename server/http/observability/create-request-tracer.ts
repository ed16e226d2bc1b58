import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "../../config.ts";
import { parseTraceparent, type TraceContext } from "../../core/trace-context.ts";
import { passTraceOn } from "./outgoing-trace.ts";
import { untraced, type RequestTracer } from "./request-tracer.ts";

type TracerConfig = Pick<Config, "isTraceparentRead" | "openTelemetry">;

/** Creates the tracer of the settings; the packages of OpenTelemetry are loaded only if spans are exported. */
export async function createRequestTracer(config: TracerConfig): Promise<RequestTracer> {
  // The header is ignored unless TRACEPARENT says otherwise.
  const readTrace = ({ traceparent }: IncomingHttpHeaders): TraceContext | null =>
    config.isTraceparentRead ? parseTraceparent(traceparent) : null;
  if (config.openTelemetry !== null) {
    const { startSpanExport } = await import("./span-export.ts");
    return startSpanExport(config.openTelemetry, readTrace, config.isTraceparentRead);
  }
  if (!config.isTraceparentRead) return untraced;
  const stop = passTraceOn();
  return { ...untraced, start: readTrace, close: () => Promise.resolve(stop()) };
}
