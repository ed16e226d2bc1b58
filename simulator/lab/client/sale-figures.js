// @ts-check

/** @typedef {import("../../sale-room/timeline.ts").SaleSecond} Point */
/** @typedef {import("../../sale-room/timeline.ts").SecondSummary} Shown */
/** @typedef {keyof Shown["ended"]} End */

/** How a wish for a seat ends, in the order in which bars are stacked. @type {readonly (readonly [end: End, label: string])[]} */
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
/** What a process's nodes are called. @type {Readonly<Record<string, string>>} */
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
 * Known points with newer ones, in the order of their seconds.
 * @param {readonly Point[]} known @param {readonly Point[]} more
 */
export function mergeSeconds(known, more) {
  const all = new Map(known.map((point) => [point.second, point]));
  for (const point of more) all.set(point.second, point);
  return [...all.values()].toSorted((one, other) => one.second - other.second);
}

/** @param {readonly Point[]} points @param {number} second */
export const pointAt = (points, second) => points.find((point) => point.second === second) ?? null;

/**
 * What has happened from the beginning to a second, that second counted.
 * @param {readonly Point[]} points @param {number} until
 */
export function sumSeconds(points, until) {
  /** @type {Partial<Record<End, number>>} */
  const ended = {};
  /** @type {Record<string, number>} */
  const rules = {};
  let arrived = 0;
  for (const { second, all } of points) {
    if (second > until) break;
    arrived += all.arrived;
    for (const [end] of attemptOutcomes) ended[end] = (ended[end] ?? 0) + (all.ended[end] ?? 0);
    for (const [rule, count] of Object.entries(all.rules)) rules[rule] = (rules[rule] ?? 0) + count;
  }
  const granted = (ended.accepted ?? 0) + (ended.waitlisted ?? 0) + (ended.again ?? 0);
  const refused = Object.values(ended).reduce((sum, count) => sum + count, 0) - granted;
  return { arrived, ended, rules, refused };
}

/** How many seats are left; null: without a limit, or not known. @param {Point | null} point */
export const seatsLeftAt = (point) =>
  point === null || point.quota === null ? null : Math.max(0, point.quota - (point.taken ?? 0));

/** The last known seats at a second. @param {readonly Point[]} points @param {number} second */
export const lastUntil = (points, second) => points.findLast((point) => point.second <= second) ?? null;

/** The end of a scale that shows a number well. @param {number} most */
export function niceMaximum(most) {
  if (most <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(most));
  for (const factor of [1, 2, 4, 5, 8, 10]) if (factor * step >= most) return factor * step;
  return 10 * step;
}

const counted = new Intl.NumberFormat("zh-CN");
/** @param {number | null | undefined} value */
export const shownNumber = (value) => (value === null || value === undefined ? "–" : counted.format(value));
/** @param {number | null | undefined} ms */
export const shownTime = (ms) => {
  if (ms === null || ms === undefined) return "–";
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms)} ms`;
};
const clock = new Intl.DateTimeFormat("zh-CN", {
  timeZone: "Asia/Shanghai",
  timeStyle: "medium",
  hour12: false,
});
const day = new Intl.DateTimeFormat("zh-CN", {
  timeZone: "Asia/Shanghai",
  month: "numeric",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});
/** @param {number} second */
export const saleClockTime = (second) => clock.format(second * 1_000);
/** @param {number} second */
export const saleDate = (second) => day.format(second * 1_000);

/**
 * A chart in a sentence: who cannot see it hears its highest and its last value.
 * @param {string} name @param {readonly {label: string, values: readonly (number | null)[]}[]} series
 * @param {readonly number[]} seconds @param {(value: number) => string} shown
 */
export function describeSeries(name, series, seconds, shown) {
  const from = seconds[0];
  const to = seconds.at(-1);
  if (from === undefined || to === undefined) return `${name}：还没有数据`;
  const parts = series.flatMap(({ label, values }) => {
    const most = Math.max(...values.map((value) => value ?? 0));
    if (most === 0) return [];
    const at = seconds[values.indexOf(most)] ?? from;
    const last = values.findLast((value) => value !== null);
    return [`${label}最高 ${shown(most)}（${saleClockTime(at)}），最后 ${shown(last ?? 0)}`];
  });
  return `${name}，${saleClockTime(from)} 到 ${saleClockTime(to)}：${parts.length > 0 ? parts.join("；") : "全程为 0"}`;
}
