import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ResponseThrottle } from "./response-throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * Creates a throttle and records its responses; `otherRequest` is a request that is not for the collector.
 */
function sample() {
  let last = -Infinity;
  const throttle = new ResponseThrottle(() => last);
  const responses: number[] = [];
  return {
    throttle,
    responses,
    otherRequest: () => void (last = performance.now()),
    schedule: (number: number) => throttle.schedule(() => responses.push(number)),
    countRequests: (requests: number) => throttle.countRequests(requests),
  };
}

test("without other requests, responses are sent at once", () => {
  const { responses, schedule } = sample();
  for (let number = 0; number < 50; number++) expect(schedule(number)).toBe(true);
  expect(responses).toHaveLength(50);
});

test("X15 while the server is busy, responses are sent a few at a time, in order, and none is lost", async () => {
  const { responses, otherRequest, schedule } = sample();
  otherRequest();
  for (let number = 0; number < 30; number++) schedule(number);
  expect(responses).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  const first = responses.length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(10);
  otherRequest();
  await vi.advanceTimersByTimeAsync(2);
  expect(responses.length).toBeLessThanOrEqual(2 * first);
  // The server is not busy any more, so all waiting responses are sent.
  await vi.advanceTimersByTimeAsync(300);
  expect(responses).toEqual(Array.from({ length: 30 }, (_, number) => number));
});

test("X15 the number of waiting responses is limited; at shutdown all are sent", () => {
  const { throttle, responses, otherRequest, schedule } = sample();
  otherRequest();
  let scheduled = 0;
  while (schedule(scheduled)) scheduled++;
  expect(scheduled).toBe(4_000);
  throttle.end();
  expect(responses).toHaveLength(4_000);
  expect(schedule(-1)).toBe(true);
  expect(responses.at(-1)).toBe(-1);
});

test("X15 more than a thousand requests a second are a flood until they stop", async () => {
  const { throttle, countRequests } = sample();
  countRequests(200);
  expect(throttle.floodDuration).toBeNull();
  countRequests(200);
  expect(throttle.floodDuration).toBe(0);
  await vi.advanceTimersByTimeAsync(300);
  expect(throttle.floodDuration).toBe(300);
  await vi.advanceTimersByTimeAsync(300);
  expect(throttle.floodDuration).toBeNull();
  // The next flood starts from zero.
  countRequests(300);
  expect(throttle.floodDuration).toBe(0);
  throttle.end();
  expect(throttle.floodDuration).toBeNull();
});

test("X15 the duration of a continuing flood keeps growing", async () => {
  const { throttle, countRequests } = sample();
  for (let part = 0; part < 20; part++) {
    countRequests(100);
    await vi.advanceTimersByTimeAsync(50);
  }
  // The flood is detected with the third hundred.
  expect(throttle.floodDuration).toBe(900);
});
