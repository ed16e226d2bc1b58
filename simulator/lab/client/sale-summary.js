// @ts-check
import {
  attemptOutcomes,
  lastUntil,
  seatsLeftAt,
  formatNumber,
  formatDuration,
  sumSeconds,
} from "./sale-figures.js";

/** @typedef {import("../../sale-room/timeline.ts").SaleSecond} Point */

/**
 * Summary of a sale: seats, the second in which they sold out, the main reason of refusals, and the longest response
 * time of a second.
 * @param {readonly Point[]} points @returns {string} "" without points
 */
export function saleSummary(points) {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return "";
  const { ended, refused } = sumSeconds(points, last.second);
  const { quota } = lastUntil(points, last.second) ?? last;
  const left = seatsLeftAt(last);
  const soldOut = points.find((point) => seatsLeftAt(point) === 0);
  const seatsText =
    quota === null
      ? ""
      : soldOut === undefined || left !== 0
        ? `，共 ${formatNumber(quota)} 席，还剩 ${formatNumber(left)} 席`
        : `，${formatNumber(quota)} 席在第 ${soldOut.second - first.second + 1} 秒抢完`;
  const [mainReason] = attemptOutcomes
    .filter(([outcome]) => !["accepted", "waitlisted", "again"].includes(outcome))
    .map(([outcome, label]) => ({ label, count: ended[outcome] ?? 0 }))
    .toSorted((one, other) => other.count - one.count);
  const refusedText =
    refused === 0 || mainReason === undefined
      ? ""
      : `；${formatNumber(refused)} 次点击没有报上，最多的是“${mainReason.label}”（${formatNumber(mainReason.count)} 次）`;
  const slowest = Math.max(...points.map(({ all }) => all.p95 ?? 0));
  const waitText = slowest === 0 ? "" : `；最慢的一秒里，95% 的点击在 ${formatDuration(slowest)} 内得到答复`;
  return `${formatNumber(ended.accepted ?? 0)} 人报名成功${seatsText}${refusedText}${waitText}。`;
}
