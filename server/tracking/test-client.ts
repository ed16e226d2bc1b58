import { gzipSync } from "node:zlib";
import type { TestApp } from "../testing/app.ts";
import type { StoredEvent } from "#contract/tracking/tracking.ts";
import { checksumOf } from "./collect/body-decoder.ts";

export type SampleEvent = Readonly<Record<string, unknown>>;

let created = 0;
/** Event of a client; `over` replaces any fields. */
export function sampleEvent(over: SampleEvent = {}): SampleEvent {
  const number = ++created;
  return {
    distinct_id: `visitor-${number}`,
    anonymous_id: `visitor-${number}`,
    type: "track",
    event: "$pageview",
    time: Date.now(),
    _track_id: 100_000_000 + number,
    _flush_time: Date.now(),
    lib: { $lib: "js", $lib_method: "code", $lib_version: "1.26.17" },
    properties: {
      $url: "http://m.qinglan.example/marketing/area/activity/",
      $title: "活动首页",
      platform_type: "pc",
    },
    ...over,
  };
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");
/** Forms in the formats of Sensors' clients (platform facts 3.2). */
export const sampleForm = {
  data(event: unknown): string {
    const data = base64(event);
    return `data=${encodeURIComponent(data)}&ext=${encodeURIComponent(`crc=${checksumOf(data)}`)}`;
  },
  list: (events: readonly unknown[]): string => `data_list=${encodeURIComponent(base64(events))}`,
  packed: (events: readonly unknown[]): string =>
    `gzip=1&data_list=${encodeURIComponent(gzipSync(JSON.stringify(events)).toString("base64"))}`,
};

/** Sends a form as a beacon. @returns the status */
export async function sendForm(
  app: TestApp,
  form: string,
  { project = "dianshang", path = "/sa" } = {},
): Promise<number> {
  const answer = await app.app.inject({
    method: "POST",
    url: `${path}?project=${project}`,
    headers: { "content-type": "text/plain;charset=UTF-8" },
    payload: form,
  });
  return answer.statusCode;
}

/** Lists all stored events, the newest first. */
export const allEvents = (app: TestApp): Promise<StoredEvent[]> => app.modules.tracking.lastEvents(1_000);
/** Lists the stored events of one visitor. */
export const visitorEvents = async (app: TestApp, distinctId: unknown): Promise<StoredEvent[]> =>
  (await allEvents(app)).filter(({ distinct_id }) => distinct_id === distinctId);

/** Value of a counter; 0 if it does not exist yet. */
export async function metricValue(
  app: TestApp,
  outcome: string,
  name = "tracking_events_total",
): Promise<number> {
  const text = await app.context.metrics.metrics();
  return Number(new RegExp(`^${name}\\{outcome="${outcome}"\\} (\\S+)$`, "m").exec(text)?.[1] ?? 0);
}
