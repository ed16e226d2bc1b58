import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_REPLICA_LAG } from "../../database/replica/replica-limits.ts";
import type { ContentChange } from "./cache-invalidation.ts";
import { repeatAfterReplicaLag } from "./repeat-invalidation.ts";
import { ResponseCache } from "./response-cache.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());
const RULE = { freshMs: 60_000, staleMs: 0 };

test("HA15 a response that was filled from a replica without the change is dropped after the lag", async () => {
  const cache = new ResponseCache();
  const listener = repeatAfterReplicaLag({ onChange: () => cache.clear() });
  let shown = "before";
  const read = async () => (await cache.get("/list", RULE, () => Promise.resolve(shown))).body.toString();
  expect(await read()).toContain("before");
  listener.onChange({ topic: "content" });
  // The replica still has the former state.
  expect(await read()).toContain("before");
  shown = "after";
  vi.advanceTimersByTime(MAX_REPLICA_LAG - 1);
  expect(await read()).toContain("before");
  vi.advanceTimersByTime(1);
  expect(await read()).toContain("after");
});

test("HA15 every change but those of sessions is repeated once, none after the end", () => {
  const seen: ContentChange[] = [];
  const listener = repeatAfterReplicaLag({ onChange: (change) => void seen.push(change) });
  listener.onChange({ topic: "sessions", name: "a" });
  listener.onChange({ topic: "seats", activityId: "1" });
  vi.advanceTimersByTime(10 * MAX_REPLICA_LAG);
  expect(seen.map(({ topic }) => topic)).toEqual(["sessions", "seats", "seats"]);
  listener.onChange({ topic: "club" });
  listener.stop();
  vi.advanceTimersByTime(10 * MAX_REPLICA_LAG);
  expect(seen.map(({ topic }) => topic)).toEqual(["sessions", "seats", "seats", "club"]);
});
