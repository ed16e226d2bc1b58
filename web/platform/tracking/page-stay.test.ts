import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "#contract/core/limits.ts";
import type { TrackedProperties, TrackedEvent } from "./event-format.ts";
import { createStayTracker } from "./page-stay.ts";

const LEFT = "marque.tracking-left";
let told: { event: string; properties: TrackedProperties }[];
let sent: TrackedEvent[];
let top = 0;
const stays = () =>
  createStayTracker({
    track: (event, properties) => void told.push({ event, properties }),
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
const named = (name: string) => told.flatMap(({ event, properties }) => (event === name ? [properties] : []));
const putAside = () =>
  Object.values(JSON.parse(localStorage.getItem(LEFT) ?? "{}") as Record<string, TrackedEvent>);
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.removeItem(LEFT);
  [told, sent, top] = [[], [], 0];
  vi.spyOn(window, "scrollY", "get").mockImplementation(() => top);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("X14 Y06 every 5,000 ms the leave so far is put aside, and taken back by a leave", () => {
  const { begin, end } = stays();
  begin();
  vi.advanceTimersByTime(4_999);
  expect(putAside()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(putAside()).toMatchObject([{ event: "$WebPageLeave", properties: { event_duration: 5 } }]);
  vi.advanceTimersByTime(5_000);
  expect(putAside()).toMatchObject([{ properties: { event_duration: 10 } }]);
  vi.advanceTimersByTime(2_500);
  end();
  end();
  expect(named("$WebPageLeave")).toMatchObject([{ event_duration: 12.5, $url: location.href }]);
  expect(localStorage.getItem(LEFT)).toBeNull();
  vi.advanceTimersByTime(20_000);
  expect(putAside()).toEqual([]);
});

test("X14 a page that was killed is told of by the next one, not that of another tab", () => {
  const killed = stays();
  killed.begin();
  vi.advanceTimersByTime(limits.pageLeaveTimer);
  // Killed here: its timer is gone with it, what it put aside is not.
  const kept = localStorage.getItem(LEFT) ?? "";
  killed.end();
  localStorage.setItem(LEFT, kept);
  const other = stays();
  other.reportKilled();
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(2 * limits.pageLeaveTimer);
  other.reportKilled();
  expect(sent).toMatchObject([{ event: "$WebPageLeave", properties: { event_duration: 5 } }]);
  other.reportKilled();
  expect(sent).toHaveLength(1);
});

test("X09 whoever reads for more than 4 s at a place and goes on has stayed there", () => {
  const { begin, end, scroll } = stays();
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

test("looked at again, a page begins again", () => {
  const { begin, end } = stays();
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
