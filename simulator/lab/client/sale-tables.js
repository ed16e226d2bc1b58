// @ts-check
import { h } from "./dom.js";
import {
  saleClockTime,
  attemptOutcomes,
  ruleNames,
  seatsLeftAt,
  formatNumber,
  formatDuration,
} from "./sale-figures.js";

/** @typedef {import("./sale-figures.js").Point} Point */
/** Maximum number of rows in the table of seconds; the latest are shown. */
const MAX_ROWS = 600;

/** @param {readonly string[]} names @param {readonly (readonly (string | Node)[])[]} rows */
function table(names, rows) {
  return h(
    "table",
    { class: "sale-table" },
    h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, name)))),
    h(
      "tbody",
      {},
      ...rows.map(([head = "", ...cells]) =>
        h("tr", {}, h("th", { scope: "row" }, head), ...cells.map((cell) => h("td", { class: "num" }, cell))),
      ),
    ),
  );
}

/**
 * Table of the outcomes: in this second, and since the beginning.
 * @param {Point | null} point @param {{ended: Partial<Record<string, number>>, rules: Record<string, number>}} sum
 */
export function reasonsTable(point, { ended, rules }) {
  const shown = attemptOutcomes.filter(([outcome]) => (ended[outcome] ?? 0) > 0);
  const rows = shown.flatMap(([outcome, label]) => [
    [
      h("span", {}, h("i", { class: `sale-swatch s-${outcome}` }), label),
      formatNumber(point?.all.ended[outcome] ?? 0),
      formatNumber(ended[outcome]),
    ],
    ...(outcome === "process"
      ? Object.entries(rules).map(([rule, count]) => [
          h("span", { class: "sale-sub" }, ruleNames[rule] ?? rule),
          formatNumber(point?.all.rules[rule] ?? 0),
          formatNumber(count),
        ])
      : []),
  ]);
  if (rows.length === 0) return h("p", { class: "sale-none cap c3" }, "到这一秒还没有人报名。");
  return table(["结果", "这一秒", "累计"], rows);
}

/** @param {Point | null} point */
export function processesTable(point) {
  const all = Object.entries(point?.processes ?? {});
  if (all.length === 0) return h("p", { class: "sale-none cap c3" }, "这一秒没有进程收到报名。");
  return table(
    ["进程", "到达", "成功", "处理中", "排队", "p50", "p95", "p99"],
    all.map(([name, summary]) => [
      name,
      formatNumber(summary.arrived),
      formatNumber(summary.ended.accepted ?? 0),
      formatNumber(summary.underWay),
      formatNumber(summary.waiting),
      formatDuration(summary.p50),
      formatDuration(summary.p95),
      formatDuration(summary.p99),
    ]),
  );
}

/** @param {readonly Point[]} points */
export function secondsTable(points) {
  const known = attemptOutcomes.filter(([outcome]) =>
    points.some(({ all }) => (all.ended[outcome] ?? 0) > 0),
  );
  return table(
    ["时刻", "剩余席位", "排队", "到达", ...known.map(([, label]) => label), "p50", "p95", "p99"],
    points
      .slice(-MAX_ROWS)
      .map((point) => [
        saleClockTime(point.second),
        formatNumber(seatsLeftAt(point)),
        formatNumber(point.all.waiting),
        formatNumber(point.all.arrived),
        ...known.map(([outcome]) => formatNumber(point.all.ended[outcome] ?? 0)),
        formatDuration(point.all.p50),
        formatDuration(point.all.p95),
        formatDuration(point.all.p99),
      ]),
  );
}

/** Large figures of a second. @param {Point | null} point @param {{refused: number, ended: Partial<Record<string, number>>}} sum */
export function tiles(point, sum) {
  const left = seatsLeftAt(point);
  const share = left === null || !point?.quota ? null : left / point.quota;
  const tile = (/** @type {string} */ label, /** @type {string} */ value, /** @type {string} */ note) =>
    h(
      "div",
      { class: "sale-tile" },
      h("span", {}, label),
      h("b", { class: "num" }, value),
      h("small", {}, note),
    );
  const seats = tile(
    "剩余席位",
    left === null ? "不限" : formatNumber(left),
    point?.quota ? `共 ${formatNumber(point.quota)} 席` : "",
  );
  if (share !== null) {
    const bar = h("progress", { max: 1, value: share, "aria-label": "剩余席位占比" });
    seats.append(bar);
  }
  return [
    seats,
    tile("排队", formatNumber(point?.all.waiting), `处理中 ${formatNumber(point?.all.underWay)}`),
    tile(
      "每秒成功",
      formatNumber(point?.all.ended.accepted ?? 0),
      `累计 ${formatNumber(sum.ended["accepted"] ?? 0)}`,
    ),
    tile("每秒到达", formatNumber(point?.all.arrived), `累计拒绝 ${formatNumber(sum.refused)}`),
    tile(
      "应答时间 p95",
      formatDuration(point?.all.p95),
      `p50 ${formatDuration(point?.all.p50)} · p99 ${formatDuration(point?.all.p99)}`,
    ),
  ];
}
