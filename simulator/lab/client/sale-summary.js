// @ts-check
import {
  attemptOutcomes,
  lastUntil,
  seatsLeftAt,
  shownNumber,
  shownTime,
  sumSeconds,
} from "./sale-figures.js";

/** @typedef {import("../../sale-room/timeline.ts").SaleSecond} Point */

/**
 * What came out, for whoever asks how it went: seats, since when there are none, who went without and why, and how
 * long people waited in the worst second.
 * @param {readonly Point[]} points @returns "" where nothing has happened
 */
export function saleSummary(points) {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return "";
  const { ended, refused } = sumSeconds(points, last.second);
  const { quota } = lastUntil(points, last.second) ?? last;
  const left = seatsLeftAt(last);
  const out = points.find((point) => seatsLeftAt(point) === 0);
  const seats =
    quota === null
      ? ""
      : out === undefined || left !== 0
        ? `，共 ${shownNumber(quota)} 席，还剩 ${shownNumber(left)} 席`
        : `，${shownNumber(quota)} 席在第 ${out.second - first.second + 1} 秒抢完`;
  const [most] = attemptOutcomes
    .filter(([end]) => !["accepted", "waitlisted", "again"].includes(end))
    .map(([end, label]) => ({ label, count: ended[end] ?? 0 }))
    .toSorted((one, other) => other.count - one.count);
  const without =
    refused === 0 || most === undefined
      ? ""
      : `；${shownNumber(refused)} 次点击没有报上，最多的是“${most.label}”（${shownNumber(most.count)} 次）`;
  const slowest = Math.max(...points.map(({ all }) => all.p95 ?? 0));
  const waited = slowest === 0 ? "" : `；最慢的一秒里，95% 的点击在 ${shownTime(slowest)} 内得到答复`;
  return `${shownNumber(ended.accepted ?? 0)} 人报名成功${seats}${without}${waited}。`;
}
