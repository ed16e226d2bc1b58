import { z } from "zod";

/** A collector of OpenTelemetry, and the share of the requests whose spans it gets. */
export type OpenTelemetrySettings = {
  /** URL of OTLP over HTTP for spans. */
  readonly tracesUrl: string;
  readonly serviceName: string;
  /** From 0 to 1, of the requests that no other system has decided about. */
  readonly ratio: number;
};

/** OpenTelemetry's own variables, as far as the product reads them; the exporter reads OTEL_EXPORTER_OTLP_HEADERS itself. */
export const openTelemetryFields = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be a full http(s) URL, as http://localhost:4318" })
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("marque"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d{1,6}|1\.0)$/, "must be a number from 0 to 1")
    .transform(Number)
    .default(1),
};

export function parseOpenTelemetrySettings(variables: {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}): OpenTelemetrySettings | null {
  const endpoint = variables.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  return {
    // As the specification says: the endpoint is the base of the URLs of all signals.
    tracesUrl: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    serviceName: variables.OTEL_SERVICE_NAME,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
  };
}
