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
const look = (hidden: boolean) => {
  isHidden = hidden;
  document.dispatchEvent(new Event("visibilitychange"));
};

test("asks after 4 s, then ever less often, every 30 s at last, a failed one too; not after it was stopped", async () => {
  const ask = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("no answer")));
  const stop = pollWithBackoff(ask);
  const at: number[] = [];
  for (let second = 1; second <= 300; second++) {
    const before = ask.mock.calls.length;
    await vi.advanceTimersByTimeAsync(1_000);
    if (ask.mock.calls.length > before) at.push(second);
  }
  const pauses = at.map((second, place) => second - (at[place - 1] ?? 0));
  expect(pauses[0]).toBe(4);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(pauses.at(-1)).toBe(30);
  expect(pollDelay(1_000)).toBe(30_000);
  // A pause of 4 s throughout would be 75.
  expect(at.length).toBeLessThan(20);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(at.length);
});

test("asks nothing while the page is hidden; come back to, at once and once, and then from the beginning", async () => {
  const ask = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const stop = pollWithBackoff(ask);
  await vi.advanceTimersByTimeAsync(60_000);
  const before = ask.mock.calls.length;
  look(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ask).toHaveBeenCalledTimes(before);
  look(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(before + 1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(ask).toHaveBeenCalledTimes(before + 2);
  stop();
  look(true);
  look(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(before + 2);
});

test("an asking under way when the page is come back to leads to no second row of askings", async () => {
  const answers: (() => void)[] = [];
  const ask = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => answers.push(resolve)));
  const stop = pollWithBackoff(ask);
  await vi.advanceTimersByTimeAsync(4_000);
  look(true);
  look(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(2);
  answers.forEach((answer) => answer());
  await vi.advanceTimersByTimeAsync(4_000);
  expect(ask).toHaveBeenCalledTimes(3);
  stop();
});
