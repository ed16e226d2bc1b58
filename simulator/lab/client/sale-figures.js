// @ts-check

/** @typedef {import("../../sale-room/timeline.ts").SaleSecond} Point */
/** @typedef {import("../../sale-room/timeline.ts").SecondSummary} Summary */
/** @typedef {keyof Summary["ended"]} Outcome */

/** Outcomes of sign-up attempts, in the order in which bars are stacked. @type {readonly (readonly [outcome: Outcome, label: string])[]} */
export const attemptOutcomes = [
  ["accepted", "报名成功"],
  ["waitlisted", "进入候补"],
  ["again", "已报名，重复点击"],
  ["full", "名额已满"],
  ["captcha", "未过滑块"],
  ["limited", "频率限制"],
  ["busy", "太火爆"],
  ["process", "流程条件不符"],
  ["invalid", "内容有误"],
  ["denied", "未登录或签名无效"],
  ["failed", "系统错误"],
];
/** Labels of the conditions of a flow. @type {Readonly<Record<string, string>>} */
export const ruleNames = {
  window: "不在报名时间内",
  login: "未登录",
  mobile: "未绑定手机号",
  owner: "非认证车主",
  series: "车系不符",
  region: "地区不符",
  step: "前置活动未报名",
  field: "资料不符",
  quota: "名额已满",
};

/**
 * Merges newer points into known ones, in the order of their seconds.
 * @param {readonly Point[]} known @param {readonly Point[]} more
 */
export function mergeSeconds(known, more) {
  const all = new Map(known.map((point) => [point.second, point]));
  for (const point of more) all.set(point.second, point);
  return [...all.values()].toSorted((first, second) => first.second - second.second);
}

/** @param {readonly Point[]} points @param {number} second */
export const pointAt = (points, second) => points.find((point) => point.second === second) ?? null;

/**
 * Sums the seconds from the beginning to a second, inclusive.
 * @param {readonly Point[]} points @param {number} until
 */
export function sumSeconds(points, until) {
  /** @type {Partial<Record<Outcome, number>>} */
  const ended = {};
  /** @type {Record<string, number>} */
  const rules = {};
  let arrived = 0;
  for (const { second, all } of points) {
    if (second > until) break;
    arrived += all.arrived;
    for (const [outcome] of attemptOutcomes)
      ended[outcome] = (ended[outcome] ?? 0) + (all.ended[outcome] ?? 0);
    for (const [rule, count] of Object.entries(all.rules)) rules[rule] = (rules[rule] ?? 0) + count;
  }
  const granted = (ended.accepted ?? 0) + (ended.waitlisted ?? 0) + (ended.again ?? 0);
  const refused = Object.values(ended).reduce((sum, count) => sum + count, 0) - granted;
  return { arrived, ended, rules, refused };
}

/** Seats left; null without a limit or if unknown. @param {Point | null} point */
export const seatsLeftAt = (point) =>
  point === null || point.quota === null ? null : Math.max(0, point.quota - (point.taken ?? 0));

/** Latest point at or before a second. @param {readonly Point[]} points @param {number} second */
export const lastUntil = (points, second) => points.findLast((point) => point.second <= second) ?? null;

/** Rounds the end of a scale up to a round number. @param {number} max */
export function niceMaximum(max) {
  if (max <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(max));
  for (const factor of [1, 2, 4, 5, 8, 10]) if (factor * step >= max) return factor * step;
  return 10 * step;
}

const numberFormat = new Intl.NumberFormat("zh-CN");
/** @param {number | null | undefined} value */
export const formatNumber = (value) =>
  value === null || value === undefined ? "–" : numberFormat.format(value);
/** @param {number | null | undefined} ms */
export const formatDuration = (ms) => {
  if (ms === null || ms === undefined) return "–";
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms)} ms`;
};
const timeFormat = new Intl.DateTimeFormat("zh-CN", {
  timeZone: "Asia/Shanghai",
  timeStyle: "medium",
  hour12: false,
});
const dateFormat = new Intl.DateTimeFormat("zh-CN", {
  timeZone: "Asia/Shanghai",
  month: "numeric",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});
/** @param {number} second */
export const saleClockTime = (second) => timeFormat.format(second * 1_000);
/** @param {number} second */
export const saleDate = (second) => dateFormat.format(second * 1_000);

/**
 * Describes a chart in a sentence for screen readers: highest and last value of each series.
 * @param {string} name @param {readonly {label: string, values: readonly (number | null)[]}[]} series
 * @param {readonly number[]} seconds @param {(value: number) => string} format
 */
export function describeSeries(name, series, seconds, format) {
  const from = seconds[0];
  const to = seconds.at(-1);
  if (from === undefined || to === undefined) return `${name}：还没有数据`;
  const parts = series.flatMap(({ label, values }) => {
    const max = Math.max(...values.map((value) => value ?? 0));
    if (max === 0) return [];
    const at = seconds[values.indexOf(max)] ?? from;
    const last = values.findLast((value) => value !== null);
    return [`${label}最高 ${format(max)}（${saleClockTime(at)}），最后 ${format(last ?? 0)}`];
  });
  return `${name}，${saleClockTime(from)} 到 ${saleClockTime(to)}：${parts.length > 0 ? parts.join("；") : "全程为 0"}`;
}
