// @ts-check
import { h } from "./dom.js";
import {
  saleClockTime,
  attemptOutcomes,
  ruleNames,
  seatsLeftAt,
  shownNumber,
  shownTime,
} from "./sale-figures.js";

/** @typedef {import("./sale-figures.js").Point} Point */
/** Rows of the table of seconds: beyond it the last are shown. */
const ROWS = 600;

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
 * Every outcome: in this second, and from the beginning.
 * @param {Point | null} point @param {{ended: Partial<Record<string, number>>, rules: Record<string, number>}} sum
 */
export function reasonsTable(point, { ended, rules }) {
  const shown = attemptOutcomes.filter(([end]) => (ended[end] ?? 0) > 0);
  const rows = shown.flatMap(([end, label]) => [
    [
      h("span", {}, h("i", { class: `sale-swatch s-${end}` }), label),
      shownNumber(point?.all.ended[end] ?? 0),
      shownNumber(ended[end]),
    ],
    ...(end === "process"
      ? Object.entries(rules).map(([rule, count]) => [
          h("span", { class: "sale-sub" }, ruleNames[rule] ?? rule),
          shownNumber(point?.all.rules[rule] ?? 0),
          shownNumber(count),
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
    all.map(([name, one]) => [
      name,
      shownNumber(one.arrived),
      shownNumber(one.ended.accepted ?? 0),
      shownNumber(one.underWay),
      shownNumber(one.waiting),
      shownTime(one.p50),
      shownTime(one.p95),
      shownTime(one.p99),
    ]),
  );
}

/** @param {readonly Point[]} points */
export function secondsTable(points) {
  const known = attemptOutcomes.filter(([end]) => points.some(({ all }) => (all.ended[end] ?? 0) > 0));
  return table(
    ["时刻", "剩余席位", "排队", "到达", ...known.map(([, label]) => label), "p50", "p95", "p99"],
    points
      .slice(-ROWS)
      .map((point) => [
        saleClockTime(point.second),
        shownNumber(seatsLeftAt(point)),
        shownNumber(point.all.waiting),
        shownNumber(point.all.arrived),
        ...known.map(([end]) => shownNumber(point.all.ended[end] ?? 0)),
        shownTime(point.all.p50),
        shownTime(point.all.p95),
        shownTime(point.all.p99),
      ]),
  );
}

/** The figures of a second, large. @param {Point | null} point @param {{refused: number, ended: Partial<Record<string, number>>}} sum */
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
    left === null ? "不限" : shownNumber(left),
    point?.quota ? `共 ${shownNumber(point.quota)} 席` : "",
  );
  if (share !== null) {
    const bar = h("progress", { max: 1, value: share, "aria-label": "剩余席位占比" });
    seats.append(bar);
  }
  return [
    seats,
    tile("排队", shownNumber(point?.all.waiting), `处理中 ${shownNumber(point?.all.underWay)}`),
    tile(
      "每秒成功",
      shownNumber(point?.all.ended.accepted ?? 0),
      `累计 ${shownNumber(sum.ended["accepted"] ?? 0)}`,
    ),
    tile("每秒到达", shownNumber(point?.all.arrived), `累计拒绝 ${shownNumber(sum.refused)}`),
    tile(
      "应答时间 p95",
      shownTime(point?.all.p95),
      `p50 ${shownTime(point?.all.p50)} · p99 ${shownTime(point?.all.p99)}`,
    ),
  ];
}
