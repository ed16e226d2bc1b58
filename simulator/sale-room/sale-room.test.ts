import { describe, expect, it, test } from "vitest";
import { addLatency, percentile, sumLatencies, type Latencies } from "./latency-histogram.ts";
import { mergeSaleSeconds } from "./timeline.ts";
import { SaleRecorder, type SecondCounts } from "./recorder.ts";

describe("latency histogram", () => {
  const of = (times: readonly number[]): Latencies => {
    const latencies: Latencies = {};
    for (const ms of times) addLatency(latencies, ms);
    return latencies;
  };
  it("overestimates percentiles by at most 8 %", () => {
    const times = Array.from({ length: 1_000 }, (_none, at) => 1 + at * 3);
    for (const share of [0.5, 0.95, 0.99]) {
      const exact = times[Math.ceil(share * times.length) - 1] ?? 0;
      const estimate = percentile(of(times), share) ?? 0;
      expect(estimate).toBeGreaterThanOrEqual(exact - 0.1);
      expect(estimate).toBeLessThanOrEqual(exact * 1.08 + 0.1);
    }
  });
  it("can be added, and has no percentiles without responses", () => {
    expect(percentile(sumLatencies([of([10, 10, 10]), of([500])]), 0.95)).toBeGreaterThanOrEqual(500);
    expect(percentile({}, 0.5)).toBeNull();
    expect(of([0, 0.2])).toEqual({ 0: 2 });
  });
});

describe("the recorder", () => {
  const figuresOf = (recorder: SaleRecorder): SecondCounts | undefined => recorder.take()[0]?.figures;

  it("counts arrivals, outcomes, rules, longest queue and attempts in progress for each second", () => {
    const recorder = new SaleRecorder();
    for (const request of ["a", "b", "c"]) recorder.arrived("7", request);
    recorder.queued("7", 1);
    recorder.queued("7", 1);
    recorder.queued("7", -1);
    recorder.ended("7", "accepted", "");
    recorder.ended("7", "process", "owner");
    recorder.answered("a", "7", 200, 12);
    const { latencies, ...first } = figuresOf(recorder) ?? { latencies: {} };
    expect(first).toEqual({
      arrived: 3,
      ended: { accepted: 1, process: 1 },
      rules: { owner: 1 },
      underWay: 1,
      waiting: 2,
    });
    expect(Object.values(latencies)).toEqual([1]);
    recorder.queued("7", -1);
    recorder.ended("7", "full", "");
    expect(figuresOf(recorder)).toMatchObject({ arrived: 0, ended: { full: 1 }, underWay: 0, waiting: 1 });
  });

  it("counts early refusals, and no attempt twice", () => {
    const recorder = new SaleRecorder();
    for (const status of [429, 503, 401, 406, 611, 601, 500])
      recorder.answered(`door ${status}`, "7", status, 1);
    recorder.arrived("7", "busy inside");
    recorder.ended("7", "busy", "");
    recorder.answered("busy inside", "7", 503, 1);
    recorder.answered("another call", null, 429, 1);
    expect(figuresOf(recorder)).toMatchObject({
      arrived: 8,
      ended: { limited: 1, busy: 2, denied: 3, invalid: 1, failed: 1 },
    });
  });

  it("drops an activity without attempts, later for an announced crowd", () => {
    const recorder = new SaleRecorder();
    recorder.arrived("7", "a");
    recorder.ended("7", "accepted", "");
    recorder.expect("8");
    const seconds = Array.from({ length: 30 }, () => recorder.take().map(({ activityId }) => activityId));
    expect(seconds.filter((all) => all.includes("7"))).toHaveLength(4);
    expect(seconds.filter((all) => all.includes("8"))).toHaveLength(15);
    expect(seconds.at(-1)).toEqual([]);
  });

  it("limits the number of recorded activities", () => {
    const recorder = new SaleRecorder();
    for (let at = 0; at < 1_000; at++) recorder.answered(String(at), String(at), 404, 1);
    expect(recorder.take()).toHaveLength(100);
  });

  it("ignores attempts that arrived above the limit", () => {
    const recorder = new SaleRecorder();
    for (let at = 0; at < 100; at++) recorder.answered(String(at), String(at), 404, 1);
    recorder.arrived("late", "a");
    recorder.arrived("late", "b");
    for (let second = 0; second < 10; second++) recorder.take();
    recorder.queued("late", 1);
    recorder.ended("late", "accepted", "");
    expect(recorder.take()).toEqual([]);
    // A new attempt is counted, while the end of the earlier one is still pending.
    recorder.answered("a", "late", 200, 5);
    recorder.arrived("late", "c");
    for (let attempt = 0; attempt < 2; attempt++) recorder.ended("late", "accepted", "");
    recorder.queued("late", -1);
    expect(recorder.take()).toMatchObject([{ figures: { arrived: 1, underWay: 0, waiting: 0 } }]);
    for (let second = 0; second < 10; second++) recorder.take();
    expect(recorder.take()).toEqual([]);
  });
});

test("merges seconds of several processes, with the counts of each process", () => {
  const figures = (over: Partial<SecondCounts>): SecondCounts => ({
    arrived: 1,
    ended: {},
    rules: {},
    underWay: 0,
    waiting: 0,
    latencies: {},
    ...over,
  });
  const row = { activityId: "7", second: 100, quota: 10 };
  const [point, ...others] = mergeSaleSeconds([
    { ...row, process: "a", taken: 3, figures: figures({ ended: { accepted: 2 }, latencies: { 0: 9 } }) },
    { ...row, process: "b", taken: 4, figures: figures({ ended: { accepted: 1, full: 5 }, waiting: 6 }) },
  ]);
  expect(others).toEqual([]);
  expect(point).toMatchObject({ second: 100, quota: 10, taken: 4 });
  expect(point?.all).toMatchObject({
    arrived: 2,
    ended: { accepted: 3, full: 5 },
    waiting: 6,
    answers: 9,
    p50: 1,
  });
  expect(point?.processes["b"]).toMatchObject({ ended: { accepted: 1, full: 5 }, p50: null });
});
