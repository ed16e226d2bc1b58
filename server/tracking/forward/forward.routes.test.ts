import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { createForwarder, forwardRetryDelay } from "./forwarder.ts";
import { trackingMetrics } from "../metrics.ts";
import { eventOutboxStore } from "./outbox-store.ts";
import {
  allEvents,
  metricValue,
  sampleForm,
  sampleEvent,
  sendForm,
  type SampleEvent,
} from "../test-client.ts";
import { readEvents } from "../collect/body-decoder.ts";

const idsOf = (events: readonly SampleEvent[]): string[] =>
  events.map((event) => String(event["distinct_id"])).sort();
/** Sensors server of the tests: records requests and responds with given statuses. */
class Recorder {
  readonly received: { path: string; type: string; events: SampleEvent[] }[] = [];
  /** Statuses of the next responses, then 200; 0 destroys the connection. */
  statuses: number[] = [];
  readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = this.statuses.shift() ?? 200;
      if (status === 0) return void request.socket.destroy();
      const read = readEvents(Buffer.concat(chunks).toString());
      if (status === 200)
        this.received.push({
          path: request.url ?? "",
          type: request.headers["content-type"] ?? "",
          events: "events" in read ? (read.events as SampleEvent[]) : [],
        });
      response.writeHead(status).end();
    });
  });
  async listen(): Promise<string> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/sa?token=abc`;
  }
  get ids(): string[] {
    return idsOf(this.received.flatMap(({ events }) => events));
  }
}

let recorder: Recorder;
let url: string;
let app: TestApp;
beforeEach(async () => {
  recorder = new Recorder();
  url = await recorder.listen();
  app = await testApp({ settings: { SENSORS_URL: url } });
});
afterEach(async () => {
  await app.close();
  recorder.server.close();
});
const soon = { timeout: 60_000 } as const;

test("stored events are forwarded once, by project, in the format of Sensors", async () => {
  const events = [
    sampleEvent({ login_id: "o1", identities: { $identity_cookie_id: "c" } }),
    sampleEvent(),
    sampleEvent(),
  ];
  const [one, two, three] = events;
  await sendForm(app, sampleForm.list([one, two, one]), { project: "App" });
  await sendForm(app, sampleForm.data(three));
  await sendForm(app, sampleForm.data(one), { project: "App" });
  await expect.poll(() => recorder.ids, soon).toEqual(idsOf(events));
  expect(recorder.received.map(({ path }) => path).sort()).toEqual([
    "/sa?token=abc&project=App",
    "/sa?token=abc&project=dianshang",
  ]);
  expect(recorder.received[0]?.type).toBe("application/x-www-form-urlencoded");
  const sent = recorder.received.flatMap((each) => each.events).find((event) => event["login_id"] === "o1");
  expect(sent).toEqual({
    type: "track",
    event: "$pageview",
    time: one?.["time"],
    _track_id: one?.["_track_id"],
    _flush_time: one?.["_flush_time"],
    distinct_id: one?.["distinct_id"],
    login_id: "o1",
    anonymous_id: one?.["anonymous_id"],
    identities: { $identity_cookie_id: "c" },
    lib: { $lib: "js", $lib_method: "code", $lib_version: "1.26.17" },
    properties: one?.["properties"],
  });
});

test("a failed request is retried, and nothing is lost", async () => {
  recorder.statuses = [500, 0];
  const events = [sampleEvent(), sampleEvent()];
  for (const event of events) {
    await sendForm(app, sampleForm.list([event]));
    // Waits until each event is stored, since events that wait are queued as one batch.
    await allEvents(app);
  }
  await expect.poll(() => recorder.ids, soon).toEqual(idsOf(events));
  expect(await metricValue(app, "failed", "tracking_forwarded_total")).toBe(2);
  await expect.poll(() => metricValue(app, "sent", "tracking_forwarded_total"), soon).toBe(2);
});

test("another process forwards what one could not, and batches that are too old are dropped", async () => {
  recorder.statuses = Array.from({ length: 50 }, () => 503);
  const event = sampleEvent();
  await sendForm(app, sampleForm.list([event]));
  await expect.poll(() => metricValue(app, "failed", "tracking_forwarded_total"), soon).toBeGreaterThan(0);
  const { context } = app;
  const forwarderAt = (now: number) => {
    const metrics = trackingMetrics(new Registry(), () => 0);
    return createForwarder({
      store: eventOutboxStore(context.db),
      metrics,
      log: context.log,
      now: () => now,
      url,
    });
  };
  const other = forwarderAt(Date.now() + 3_600_000);
  recorder.statuses = [];
  other.wake();
  await expect.poll(() => recorder.ids, soon).toEqual([event["distinct_id"]]);
  await other.close();

  recorder.statuses = Array.from({ length: 50 }, () => 503);
  await sendForm(app, sampleForm.list([sampleEvent()]));
  await expect.poll(() => metricValue(app, "failed", "tracking_forwarded_total"), soon).toBeGreaterThan(1);
  const late = forwarderAt(Date.now() + 8 * 24 * 3_600_000);
  late.wake();
  await late.close();
  expect(await eventOutboxStore(context.db).take(new Date(Date.now() + 1e11), new Date())).toBeNull();
});

test("delays between tries double, up to ten minutes", () => {
  expect([1, 2, 3, 4, 30].map(forwardRetryDelay)).toEqual([1_000, 2_000, 4_000, 8_000, 600_000]);
});
