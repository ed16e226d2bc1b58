import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TrackedEvent } from "./event-format.ts";
import { createEventSender } from "./event-sender.ts";

const ADDRESS = "https://track.example/sa?project=App";
const QUEUE = "marque.tracking-queue";
let number = 0;
const eventAt = (time = Date.now(), properties = {}): TrackedEvent => ({
  identities: {},
  distinct_id: "d",
  anonymous_id: "d",
  type: "track",
  event: "x",
  time,
  _track_id: ++number,
  lib: {},
  properties,
});
/** The events in a form body. */
function eventsIn(form: string): TrackedEvent[] {
  const parameters = new URLSearchParams(form);
  const text = parameters.get("data_list") ?? parameters.get("data") ?? "";
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const value = JSON.parse(new TextDecoder().decode(bytes)) as TrackedEvent | TrackedEvent[];
  return Array.isArray(value) ? value : [value];
}
const queued = (): TrackedEvent[] => JSON.parse(localStorage.getItem(QUEUE) ?? "[]") as TrackedEvent[];
let isOnline = true;
let beacons: string[];
let posts: { body: string; keepalive: boolean | undefined; credentials: string | undefined }[];
/** The collector's status, or null for a network that is down. */
let answer: () => number | null;
beforeEach(() => {
  localStorage.removeItem(QUEUE);
  isOnline = true;
  beacons = [];
  posts = [];
  answer = () => 200;
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  vi.spyOn(navigator, "sendBeacon").mockImplementation((_address, body) => {
    const text = body as string;
    if (text.length > 65_536) return false;
    beacons.push(text);
    return true;
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_address, init) => {
    posts.push({ body: init?.body as string, keepalive: init?.keepalive, credentials: init?.credentials });
    const status = answer();
    if (status === null) throw new TypeError("no network");
    return new Response(null, { status });
  });
});
afterEach(() => vi.restoreAllMocks());

test("X06 sends an event by beacon, with the time of sending", () => {
  createEventSender(ADDRESS).send(eventAt(5, { $title: "活动 & 首页" }));
  const [event] = eventsIn(beacons[0] ?? "");
  expect(event).toMatchObject({ time: 5, properties: { $title: "活动 & 首页" } });
  expect(event?._flush_time).toBeGreaterThan(1e12);
  expect([posts, queued()]).toEqual([[], []]);
});

test("sends an event too large for a beacon by fetch, and queues it when that fails", async () => {
  const sender = createEventSender(ADDRESS);
  sender.send(eventAt(Date.now(), { large: "x".repeat(80_000) }));
  await vi.waitFor(() => expect(posts).toHaveLength(1));
  expect(posts[0]).toMatchObject({ keepalive: false, credentials: "include" });
  answer = () => 503;
  sender.send(eventAt(Date.now(), { large: "x".repeat(80_000) }));
  await vi.waitFor(() => expect(queued()).toHaveLength(1));
});

test("without a network events are queued, and sent in order when it is back, each once", async () => {
  isOnline = false;
  const sender = createEventSender(ADDRESS);
  const events = Array.from({ length: 45 }, () => eventAt());
  for (const event of events) sender.send(event);
  await sender.flush();
  expect([beacons, posts, queued().length]).toEqual([[], [], 45]);
  // Another page, after a reload.
  isOnline = true;
  const later = createEventSender(ADDRESS);
  await Promise.all([later.flush(), later.flush()]);
  expect(posts.flatMap(({ body }) => eventsIn(body).map(({ _track_id }) => _track_id))).toEqual(
    events.map(({ _track_id }) => _track_id),
  );
  for (const { body, keepalive } of posts) expect([body.length < 60_000, keepalive]).toEqual([true, true]);
  expect(localStorage.getItem(QUEUE)).toBeNull();
});

test("events that the collector did not accept stay queued; events queued meanwhile are not lost", async () => {
  isOnline = false;
  const sender = createEventSender(ADDRESS);
  const [first, second] = [eventAt(), eventAt()];
  sender.send(first);
  isOnline = true;
  for (const failing of [() => 503, () => null]) {
    answer = failing;
    await sender.flush();
    expect(queued()).toHaveLength(1);
  }
  answer = () => {
    // The network is lost during the answer, and another event is queued.
    isOnline = false;
    sender.send(second);
    return 200;
  };
  await sender.flush();
  expect(queued().map(({ _track_id }) => _track_id)).toEqual([second._track_id]);
});

const senderWithQueue = (...events: TrackedEvent[]): ReturnType<typeof createEventSender> => {
  isOnline = false;
  const sender = createEventSender(ADDRESS);
  for (const event of events) sender.send(event);
  isOnline = true;
  return sender;
};
const large = (size: number) => eventAt(Date.now(), { large: "x".repeat(size) });

test("large queued events are sent in order in keepalive requests, as many as fit; one that is too large alone", async () => {
  const events = [...Array.from({ length: 30 }, () => large(4_000)), large(80_000), eventAt()];
  await senderWithQueue(...events).flush();
  expect(posts.flatMap(({ body }) => eventsIn(body).map(({ _track_id }) => _track_id))).toEqual(
    events.map(({ _track_id }) => _track_id),
  );
  expect(posts.filter(({ keepalive }) => keepalive !== true)).toHaveLength(1);
  expect(localStorage.getItem(QUEUE)).toBeNull();
});

test.each([400, 413])(
  "an event that the collector rejects (%s) does not block the others",
  async (status) => {
    const refused = large(80_000);
    const sender = senderWithQueue(refused, eventAt());
    answer = () => (posts.length === 1 ? status : 200);
    await sender.flush();
    expect([posts.length, queued()]).toEqual([2, []]);
    answer = () => status;
    sender.send(large(80_000));
    await vi.waitFor(() => expect(posts).toHaveLength(3));
    await sender.flush();
    expect(queued()).toEqual([]);
  },
);

test.each([429, 503])("events stay queued after a temporary failure (%s)", async (status) => {
  const sender = senderWithQueue(eventAt());
  answer = () => status;
  await sender.flush();
  expect(queued()).toHaveLength(1);
});

test("limits the number and age of queued events", async () => {
  isOnline = false;
  const sender = createEventSender(ADDRESS);
  sender.send(eventAt(Date.now() - 8 * 86_400_000));
  for (let count = 0; count < 130; count++) sender.send(eventAt());
  expect(queued()).toHaveLength(100);
  expect(queued().at(-1)?._track_id).toBe(number);
  localStorage.setItem(QUEUE, "{broken");
  sender.send(eventAt());
  expect(queued()).toHaveLength(1);
});
