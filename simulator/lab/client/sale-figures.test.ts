import { describe, expect, it } from "vitest";
import type { SaleSecond } from "../../sale-room/timeline.ts";
import { saleSummary } from "./sale-summary.js";
import {
  lastUntil,
  mergeSeconds,
  niceMaximum,
  pointAt,
  seatsLeftAt,
  describeSeries,
  formatDuration,
  sumSeconds,
} from "./sale-figures.js";

const point = (
  second: number,
  over: Partial<SaleSecond["all"]> = {},
  taken: number | null = 0,
): SaleSecond => ({
  second,
  quota: taken === null ? null : 100,
  taken,
  all: {
    arrived: 0,
    ended: {},
    rules: {},
    underWay: 0,
    waiting: 0,
    answers: 0,
    p50: null,
    p95: null,
    p99: null,
    ...over,
  },
  processes: {},
});

describe("seconds of a sale", () => {
  it("are merged in order, newer ones replace older ones", () => {
    const merged = mergeSeconds([point(1), point(2)], [point(4), point(2, { arrived: 7 })]);
    expect(merged.map(({ second, all }) => [second, all.arrived])).toEqual([
      [1, 0],
      [2, 7],
      [4, 0],
    ]);
    expect(pointAt(merged, 3)).toBeNull();
    expect(lastUntil(merged, 3)?.second).toBe(2);
  });
  it("are summed up to the shown second, granted attempts are not counted as refused", () => {
    const all = [
      point(1, { arrived: 3, ended: { accepted: 2, full: 1 } }),
      point(2, { arrived: 4, ended: { again: 1, process: 3 }, rules: { owner: 3 } }),
      point(3, { arrived: 9, ended: { busy: 9 } }),
    ];
    expect(sumSeconds(all, 2)).toMatchObject({ arrived: 7, refused: 4, rules: { owner: 3 } });
    expect(sumSeconds(all, 3).refused).toBe(13);
  });
  it("give the seats left, or null without a quota", () => {
    expect([
      seatsLeftAt(point(1, {}, 40)),
      seatsLeftAt(point(1, {}, 120)),
      seatsLeftAt(point(1, {}, null)),
      seatsLeftAt(null),
    ]).toEqual([60, 0, null, null]);
  });
});

describe("charts", () => {
  it.each([
    [0, 4],
    [3, 4],
    [7, 8],
    [44, 50],
    [180, 200],
    [812, 1_000],
  ])("round the end of their scale up: %i to %i", (max, end) => expect(niceMaximum(max)).toBe(end));
  it("are described in a sentence", () => {
    const text = describeSeries(
      "应答时间",
      [{ label: "p95", values: [null, 40, 12] }],
      [100, 101, 102],
      formatDuration,
    );
    expect(text).toMatch(/^应答时间，.+：p95最高 40 ms（.+），最后 12 ms$/);
    expect(describeSeries("排队", [], [], String)).toBe("排队：还没有数据");
    expect(describeSeries("排队", [{ label: "排队", values: [0] }], [100], String)).toContain("全程为 0");
  });
});

describe("summary of a sale", () => {
  it("gives the seats, the second of selling out, the main reason of refusals and the slowest second", () => {
    const all = [
      point(1, { ended: { accepted: 60, captcha: 3 }, p95: 40 }, 60),
      point(2, { ended: { accepted: 40, full: 12 }, p95: 1_300 }, 100),
      point(3, { ended: { again: 5, full: 1_488 }, p95: 20 }, 100),
    ];
    expect(saleSummary(all)).toBe(
      "100 人报名成功，100 席在第 2 秒抢完；1,503 次点击没有报上，最多的是“名额已满”（1,500 次）；最慢的一秒里，95% 的点击在 1.3 s 内得到答复。",
    );
  });
  it("gives the seats left, also after a seat was released, and omits empty parts", () => {
    expect(saleSummary([])).toBe("");
    expect(saleSummary([point(1, { ended: { accepted: 2 } }, 2)])).toBe(
      "2 人报名成功，共 100 席，还剩 98 席。",
    );
    expect(saleSummary([point(1, {}, 100), point(2, {}, 99)])).toBe("0 人报名成功，共 100 席，还剩 1 席。");
    expect(saleSummary([point(1, { ended: { accepted: 1 } }, null)])).toBe("1 人报名成功。");
  });
});
