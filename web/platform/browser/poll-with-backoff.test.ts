import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollWithBackoff, pollDelay } from "./poll-with-backoff.ts";

let isHidden: boolean;
beforeEach(() => {
  isHidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const setHidden = (hidden: boolean) => {
  isHidden = hidden;
  document.dispatchEvent(new Event("visibilitychange"));
};

test("polls after 4 s, then less often, finally every 30 s, also after a failure; not after it was stopped", async () => {
  const poll = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("no answer")));
  const stop = pollWithBackoff(poll);
  const times: number[] = [];
  for (let second = 1; second <= 300; second++) {
    const before = poll.mock.calls.length;
    await vi.advanceTimersByTimeAsync(1_000);
    if (poll.mock.calls.length > before) times.push(second);
  }
  const pauses = times.map((second, index) => second - (times[index - 1] ?? 0));
  expect(pauses[0]).toBe(4);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(pauses.at(-1)).toBe(30);
  expect(pollDelay(1_000)).toBe(30_000);
  // A constant pause of 4 s would be 75 polls.
  expect(times.length).toBeLessThan(20);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(poll).toHaveBeenCalledTimes(times.length);
});

test("does not poll while the page is hidden; when it is shown again, polls once at once and starts over", async () => {
  const poll = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const stop = pollWithBackoff(poll);
  await vi.advanceTimersByTimeAsync(60_000);
  const before = poll.mock.calls.length;
  setHidden(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(poll).toHaveBeenCalledTimes(before);
  setHidden(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(poll).toHaveBeenCalledTimes(before + 1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(poll).toHaveBeenCalledTimes(before + 2);
  stop();
  setHidden(true);
  setHidden(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(poll).toHaveBeenCalledTimes(before + 2);
});

test("a request in progress when the page is shown again starts no second polling loop", async () => {
  const answers: (() => void)[] = [];
  const poll = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => answers.push(resolve)));
  const stop = pollWithBackoff(poll);
  await vi.advanceTimersByTimeAsync(4_000);
  setHidden(true);
  setHidden(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(poll).toHaveBeenCalledTimes(2);
  answers.forEach((answer) => answer());
  await vi.advanceTimersByTimeAsync(4_000);
  expect(poll).toHaveBeenCalledTimes(3);
  stop();
});
