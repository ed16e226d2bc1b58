import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { ContentChangePoller } from "./content-change-poller.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database whose changes the test adds, and a poller of it. */
function pollerOf(answer?: () => Promise<void>) {
  const known: string[] = [];
  const state = {
    polls: 0,
    waiting: [] as string[],
    released: 0,
    answer: answer ?? (() => Promise.resolve()),
  };
  const poller = new ContentChangePoller({
    async read() {
      state.polls++;
      const topics = state.waiting.splice(0);
      await state.answer();
      return { snapshot: String(state.polls), server_started: "once", topics };
    },
    listener: { onChange: (change) => void known.push(change.topic) },
    onRunnerReleased: () => void state.released++,
  });
  return { poller, state, known };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const MINUTE = 60_000;

test("HA08 a process without requests polls about every 1.5 s, one with requests every 150 ms", async () => {
  const { poller, state } = pollerOf();
  await pass(10_000);
  state.polls = 0;
  await pass(MINUTE);
  expect(state.polls).toBe(40);
  for (let time = 0; time < MINUTE; time += 1_000) {
    expect(time === 0 || poller.beginRequest() === null).toBe(true);
    void poller.beginRequest();
    await pass(1_000);
  }
  expect(state.polls).toBeGreaterThan(40 + 390);
  poller.stop();
  const last = state.polls;
  await pass(MINUTE);
  expect(state.polls).toBe(last);
});

test("HA08 the first requests after an idle time wait until the changes are known; later ones do not", async () => {
  const answered = Promise.withResolvers<void>();
  const { poller, state, known } = pollerOf();
  await pass(10_500);
  known.length = 0;
  state.polls = 0;
  state.answer = () => answered.promise;
  await pass(200);
  state.waiting.push("seats 71");
  const order: string[] = [];
  const first = poller.beginRequest()?.then(() => order.push(...known, "first"));
  const second = poller.beginRequest()?.then(() => order.push("second"));
  expect([first, second].every((waiting) => waiting !== undefined)).toBe(true);
  answered.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(["seats", "first", "second"]);
  expect(poller.beginRequest()).toBeNull();
  expect(state.polls).toBe(1);
  poller.stop();
});

test("HA08 a request waits half a second at most for a database that does not answer", async () => {
  const { poller, state } = pollerOf();
  await pass(10_500);
  state.answer = () => new Promise(() => {});
  await pass(200);
  let isOver = false;
  void poller.beginRequest()?.then(() => (isOver = true));
  await pass(499);
  expect(isOver).toBe(false);
  await pass(1);
  expect(isOver).toBe(true);
  expect(poller.beginRequest()).toBeNull();
  poller.stop();
});

test("Z04 while polls fail no request waits, and afterwards everything counts as changed", async () => {
  const { poller, state, known } = pollerOf();
  await pass(10_000);
  state.answer = () => Promise.reject(new Error("outage"));
  await pass(5_000);
  known.length = 0;
  expect(poller.beginRequest()).toBeNull();
  state.answer = () => Promise.resolve();
  await pass(1_000);
  expect(known.toSorted()).toEqual(["content", "sessions"]);
  known.length = 0;
  state.answer = () => Promise.reject(new Refusal("busy"));
  await pass(300);
  state.answer = () => Promise.resolve();
  await pass(300);
  expect(known).toEqual([]);
  poller.stop();
});

test("HA06 the release of the task runner's role is no change of content", async () => {
  const { poller, state, known } = pollerOf();
  await pass(1_000);
  known.length = 0;
  state.waiting.push("task-runner");
  await pass(1_000);
  expect([state.released, known]).toEqual([1, []]);
  poller.stop();
});
