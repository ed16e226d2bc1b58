import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "#contract/core/limits.ts";
import type { TrackedProperties, TrackedEvent } from "./event-format.ts";
import { createStayTracker } from "./page-stay.ts";

const STORAGE_KEY = "marque.tracking-left";
let tracked: { event: string; properties: TrackedProperties }[];
let sent: TrackedEvent[];
let top = 0;
const createTracker = () =>
  createStayTracker({
    track: (event, properties) => void tracked.push({ event, properties }),
    make: (event, properties) => ({
      identities: {},
      distinct_id: "d",
      anonymous_id: "d",
      type: "track",
      event,
      time: Date.now(),
      _track_id: 1,
      lib: {},
      properties,
    }),
    send: (event) => void sent.push(event),
  });
const named = (name: string) =>
  tracked.flatMap(({ event, properties }) => (event === name ? [properties] : []));
const storedLeaves = () =>
  Object.values(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Record<string, TrackedEvent>);
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.removeItem(STORAGE_KEY);
  [tracked, sent, top] = [[], [], 0];
  vi.spyOn(window, "scrollY", "get").mockImplementation(() => top);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("X14 Y06 stores the page leave so far every 5,000 ms, and removes it at the leave", () => {
  const { begin, end } = createTracker();
  begin();
  vi.advanceTimersByTime(4_999);
  expect(storedLeaves()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(storedLeaves()).toMatchObject([{ event: "$WebPageLeave", properties: { event_duration: 5 } }]);
  vi.advanceTimersByTime(5_000);
  expect(storedLeaves()).toMatchObject([{ properties: { event_duration: 10 } }]);
  vi.advanceTimersByTime(2_500);
  end();
  end();
  expect(named("$WebPageLeave")).toMatchObject([{ event_duration: 12.5, $url: location.href }]);
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
  vi.advanceTimersByTime(20_000);
  expect(storedLeaves()).toEqual([]);
});

test("X14 the next page reports a killed one, but not the open page of another tab", () => {
  const killed = createTracker();
  killed.begin();
  vi.advanceTimersByTime(limits.pageLeaveTimer);
  // Killed here: its timer stops, but the stored leave remains.
  const stored = localStorage.getItem(STORAGE_KEY) ?? "";
  killed.end();
  localStorage.setItem(STORAGE_KEY, stored);
  const other = createTracker();
  other.reportKilled();
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(2 * limits.pageLeaveTimer);
  other.reportKilled();
  expect(sent).toMatchObject([{ event: "$WebPageLeave", properties: { event_duration: 5 } }]);
  other.reportKilled();
  expect(sent).toHaveLength(1);
});

test("X09 reading for more than 4 s at a position is a stay there", () => {
  const { begin, end, scroll } = createTracker();
  begin();
  const to = (place: number, after: number) => {
    vi.advanceTimersByTime(after);
    top = place;
    scroll();
  };
  to(100, 1_000);
  to(600, 200);
  expect(named("$WebStay")).toEqual([]);
  to(700, 6_000);
  expect(named("$WebStay")).toMatchObject([{ $viewport_position: 600, event_duration: 6 }]);
  to(1_400, 60_000);
  expect(named("$WebStay")[1]).toMatchObject({ $viewport_position: 700, event_duration: 18 });
  vi.advanceTimersByTime(500);
  end();
  expect(named("$WebStay")[2]).toMatchObject({ $viewport_position: 1_400, event_duration: 0.5 });
  expect(named("$WebPageLeave")).toMatchObject([{ event_duration: 67.7 }]);
});

test("a page that is shown again starts again", () => {
  const { begin, end } = createTracker();
  begin();
  vi.advanceTimersByTime(3_000);
  begin();
  end();
  vi.advanceTimersByTime(60_000);
  begin();
  vi.advanceTimersByTime(2_000);
  end();
  expect(named("$WebPageLeave")).toMatchObject([{ event_duration: 3 }, { event_duration: 2 }]);
});
