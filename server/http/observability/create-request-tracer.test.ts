import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { createRequestTracer } from "./create-request-tracer.ts";

const loadedPackages = (): string[] =>
  Object.keys(createRequire(import.meta.url).cache).filter((path) =>
    path.includes("exporter-trace-otlp-http"),
  );

test("HA24 the packages of OpenTelemetry are loaded only if spans are exported", async () => {
  const off = await createRequestTracer(readConfig({ TRACEPARENT: "on" }));
  await off.close();
  expect(loadedPackages()).toEqual([]);
  const on = await createRequestTracer(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }));
  await on.close();
  expect(loadedPackages()).not.toEqual([]);
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"],
  ["OTEL_TRACES_SAMPLER_ARG", "2"],
  ["OTEL_TRACES_SAMPLER_ARG", "-1"],
])("HA24 the setting %s is refused as %s", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be`));
});
