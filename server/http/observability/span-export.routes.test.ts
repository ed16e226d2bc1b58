import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signUp } from "#contract/signup/signup.ts";
import { runForNetwork } from "../../core/caller-network.ts";
import { readConfig } from "../../config.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { createRequestTracer } from "./create-request-tracer.ts";

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
};
type SentTraces = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
};
const attributesOf = (list: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Collector of the tests. */
class Recorder {
  readonly texts: string[] = [];
  readonly paths: (string | undefined)[] = [];
  readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      this.paths.push(request.url);
      this.texts.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  async listen(): Promise<string> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  get spans(): SentSpan[] {
    const all = this.texts.map((text) => JSON.parse(text) as SentTraces);
    return all.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }
}

const ACTIVITY = "1000000000000007400";
const TRACE = "e7".repeat(16);
const PARENT = "00f067aa0ba902b7";
const MOBILE = "13800007401";
let recorder: Recorder;
let collector: string;
beforeEach(async () => {
  recorder = new Recorder();
  collector = await recorder.listen();
});
afterEach(() => {
  recorder.server.closeAllConnections();
  recorder.server.close();
});

async function openTracedApp(settings: Readonly<Record<string, string>>): Promise<TestApp> {
  const app = await testApp({ settings: { ...settings, SIMULATORS: "0" } });
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId: ACTIVITY }),
  ]);
  return app;
}
async function signUpOnce(app: TestApp, headers: Record<string, string> = {}): Promise<string> {
  const { token } = await app.login(MOBILE);
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: ACTIVITY }, { token });
  const form = { id: ACTIVITY, name: "林晓岚", mobile: MOBILE, consent: true as const };
  expect((await app.call(signUp, form, { token, captchaVerifyId, headers })).status).toBe(200);
  return token;
}

test("HA24 a sign-up is exported with its statements, below the caller's span, without personal data", async () => {
  const app = await openTracedApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector}/`,
    OTEL_SERVICE_NAME: "marque-test",
    TRACEPARENT: "on",
  });
  const token = await signUpOnce(app, { traceparent: `00-${TRACE}-${PARENT}-01` });
  await app.app.inject({ url: "/nowhere?secret=1" });
  await app.close();
  expect(new Set(recorder.paths)).toEqual(new Set(["/v1/traces"]));
  const ofTrace = recorder.spans.filter(({ traceId }) => traceId === TRACE);
  const request = ofTrace.find(({ kind }) => kind === 2);
  expect(request).toMatchObject({
    parentSpanId: PARENT,
    name: expect.stringMatching(/^POST \/.*signup/i) as string,
  });
  expect(attributesOf(request?.attributes ?? [])).toMatchObject({ "http.response.status_code": 200 });
  const statements = ofTrace.filter(({ kind }) => kind === 3);
  expect(statements.map(({ name }) => name).join()).toMatch(/insert signup update activity/);
  expect(statements.every(({ parentSpanId }) => parentSpanId === request?.spanId)).toBe(true);
  expect(attributesOf(statements[0]?.attributes ?? [])).toMatchObject({ "db.system.name": "postgresql" });
  const sent = recorder.texts.join("\n");
  expect(sent).toContain('"marque-test"');
  for (const hidden of [MOBILE, "林晓岚", token, "secret=1", "$1", "?"]) expect(sent).not.toContain(hidden);
});

test("HA24 the header of a caller is ignored without TRACEPARENT, and the share of recorded requests is a setting", async () => {
  const ofHeader = { traceparent: `00-${TRACE}-${PARENT}-01` };
  const tracerOf = (settings: Record<string, string>) =>
    createRequestTracer(readConfig({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: collector }));
  const all = await tracerOf({});
  expect(all.start(ofHeader, 0)?.traceparent).not.toContain(TRACE);
  const none = await tracerOf({ OTEL_TRACES_SAMPLER_ARG: "0", TRACEPARENT: "on" });
  expect(none.start({}, 0)).toBeNull();
  // The caller has decided.
  expect(none.start(ofHeader, 0)?.span).toBeDefined();
  expect(none.start({ traceparent: `00-${TRACE}-${PARENT}-00` }, 0)?.span).toBeUndefined();
  const off = await createRequestTracer(readConfig({}));
  expect(off.start(ofHeader, 0)).toBeNull();
  await Promise.all([all.close(), none.close(), off.close()]);
});

test("HA24 a call to another system has a span below the request's, with the host and no path", async () => {
  const received: unknown[] = [];
  const other = createServer((request, response) => {
    received.push(request.headers["traceparent"]);
    response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(other, "listening");
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/pay/13900139000?key=k`;
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector };
  for (const isPassedOn of [true, false]) {
    const tracer = await createRequestTracer(
      readConfig({ ...settings, TRACEPARENT: isPassedOn ? "on" : "off" }),
    );
    const trace = tracer.start({}, performance.now());
    await runForNetwork(null, () => fetch(url, { method: "POST", body: "{}" }), trace);
    await fetch(url);
    tracer.end(trace, { method: "GET", route: "/a", status: 200 });
    await tracer.close();
  }
  other.closeAllConnections();
  other.close();
  const [request, call] = [2, 3].map((kind) => recorder.spans.find((span) => span.kind === kind));
  expect(recorder.spans).toHaveLength(4);
  expect(call).toMatchObject({ name: "POST", parentSpanId: request?.spanId, traceId: request?.traceId });
  expect(attributesOf(call?.attributes ?? [])).toMatchObject({
    "server.address": "127.0.0.1",
    "http.response.status_code": 404,
  });
  expect(received).toEqual([`00-${call?.traceId}-${call?.spanId}-01`, undefined, undefined, undefined]);
  expect(recorder.texts.join()).not.toMatch(/13900139000|key=k|\/pay/);
});

test("HA24 without a collector requests succeed, and one line is logged for the whole outage", async () => {
  recorder.server.close();
  const lines: unknown[][] = [];
  const tracer = await createRequestTracer(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector }));
  tracer.reportTo({ warn: (...line: unknown[]) => void lines.push(line) });
  for (let at = 0; at < 1_200; at++)
    tracer.end(tracer.start({}, performance.now()), { method: "GET", route: "/a", status: 200 });
  await tracer.close();
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1);
  expect(lines[0]?.[1]).toBe("span export failed, spans are dropped");
  expect(JSON.stringify(lines)).not.toContain(collector);
});
