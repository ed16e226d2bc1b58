// @ts-check
import { h } from "./dom.js";
import { saleClockTime, niceMaximum, describeSeries } from "./sale-figures.js";

/** @typedef {import("./sale-figures.js").Point} Point */
/** @typedef {{id: string, label: string, valueAt: (point: Point) => number | null}} Series */
/** @typedef {{name: string, kind: "stack" | "lines", series: readonly Series[], format: (value: number) => string, pick: (second: number) => void}} Options */
/** @typedef {{points: readonly Point[], from: number, to: number, cursor: number}} View */

const NS = "http://www.w3.org/2000/svg";
const HEIGHT = 168;
const LEFT = 52;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 24;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function svgElement(tag, attributes, text) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}
/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/**
 * Lines or stacked bars over a sale's seconds; redrawn completely at each change because it has only a few
 * paths.
 */
export class SaleChart {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** @type {View} */
    this.view = { points: [], from: 0, to: 0, cursor: 0 };
    this.svg = svgElement("svg", { role: "img", height: HEIGHT, width: "100%" });
    this.legend = h("ul", { class: "sale-legend" });
    this.element = h(
      "figure",
      { class: "pn sale-chart" },
      h("figcaption", {}, options.name),
      this.svg,
      this.legend,
    );
    this.svg.addEventListener("pointerdown", (event) => this.#pick(/** @type {PointerEvent} */ (event)));
    this.svg.addEventListener("pointermove", (event) => {
      if (/** @type {PointerEvent} */ (event).buttons === 1) this.#pick(/** @type {PointerEvent} */ (event));
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }
  /** @param {View} view */
  update(view) {
    this.view = view;
    this.draw();
  }
  get #inner() {
    return Math.max(60, this.svg.clientWidth - LEFT - RIGHT);
  }
  /** Number of visible seconds, at least ten so that the first bars are not too wide. */
  get #span() {
    return Math.max(10, this.view.to - this.view.from + 1);
  }
  /** @param {PointerEvent} event */
  #pick(event) {
    const x = event.clientX - this.svg.getBoundingClientRect().left - LEFT;
    const second = this.view.from + Math.floor((x / this.#inner) * this.#span);
    this.options.pick(Math.min(this.view.to, Math.max(this.view.from, second)));
  }
  draw() {
    if (this.svg.clientWidth === 0) return;
    const { name, kind, series, format } = this.options;
    const { points } = this.view;
    const columns = series.map((one) => ({ ...one, values: points.map(one.valueAt) }));
    const heights = points.map((_point, at) => columns.map(({ values }) => values[at] ?? 0));
    const max = niceMaximum(
      Math.max(
        0,
        ...heights.map((all) =>
          kind === "stack" ? all.reduce((sum, value) => sum + value, 0) : Math.max(...all),
        ),
      ),
    );
    const label = describeSeries(
      name,
      columns,
      points.map(({ second }) => second),
      format,
    );
    this.svg.setAttribute("aria-label", label);
    this.svg.replaceChildren(...this.#grid(max), ...this.#shapes(columns, max), ...this.#cursor());
    const now = points.findIndex(({ second }) => second === this.view.cursor);
    this.legend.replaceChildren(
      ...columns
        .filter(({ values }) => kind === "lines" || values.some((value) => value))
        .map(({ id, label: seriesLabel, values }) => {
          const value = values[now];
          return h(
            "li",
            {},
            h("i", { class: `sale-swatch s-${id}` }),
            seriesLabel,
            h("b", { class: "num" }, value === null || value === undefined ? "–" : format(value)),
          );
        }),
    );
  }
  /** @param {number} second @returns {number} x of its left edge */
  #x(second) {
    return LEFT + ((second - this.view.from) / this.#span) * this.#inner;
  }
  /** @param {number} value @param {number} max */
  #y(value, max) {
    return TOP + (1 - value / max) * (HEIGHT - TOP - BOTTOM);
  }
  /** @param {number} max */
  #grid(max) {
    const lines = [0, max / 2, max].flatMap((value) => {
      const y = round(this.#y(value, max));
      return [
        svgElement("line", { class: "sale-grid", x1: LEFT, x2: LEFT + this.#inner, y1: y, y2: y }),
        svgElement(
          "text",
          { class: "sale-axis", x: LEFT - 8, y: y + 4, "text-anchor": "end" },
          this.options.format(value),
        ),
      ];
    });
    const { from, to, points } = this.view;
    if (points.length === 0) return lines;
    const times = [svgElement("text", { class: "sale-axis", x: LEFT, y: HEIGHT - 6 }, saleClockTime(from))];
    if (to - from >= 8)
      times.push(
        svgElement(
          "text",
          { class: "sale-axis", x: round(this.#x(to + 1)), y: HEIGHT - 6, "text-anchor": "end" },
          saleClockTime(to),
        ),
      );
    return [...lines, ...times];
  }
  /** @param {readonly (Series & {values: (number | null)[]})[]} columns @param {number} max */
  #shapes(columns, max) {
    const { points } = this.view;
    const width = this.#inner / this.#span;
    const bar = Math.max(0.8, width - (width > 5 ? 1.5 : 0));
    const base = points.map(() => 0);
    return columns.map(({ id, values }) => {
      let path = "";
      let last = -Infinity;
      points.forEach(({ second }, at) => {
        const value = values[at] ?? null;
        if (this.options.kind === "stack") {
          if (!value) return;
          const floor = base[at] ?? 0;
          base[at] = floor + value;
          path += `M${round(this.#x(second))} ${round(this.#y(floor, max))}v${-round(this.#y(0, max) - this.#y(value, max))}h${round(bar)}V${round(this.#y(floor, max))}z`;
          return;
        }
        if (value === null) return;
        const position = `${round(this.#x(second) + width / 2)} ${round(this.#y(value, max))}`;
        // A gap breaks the line; a single second is drawn as a dot.
        path += second - last === 1 ? `L${position}` : `M${position}h0`;
        last = second;
      });
      return svgElement("path", {
        class: `${this.options.kind === "stack" ? "sale-bars" : "sale-line"} s-${id}`,
        d: path,
      });
    });
  }
  #cursor() {
    const { cursor, from, to } = this.view;
    if (cursor < from || cursor > to) return [];
    const x = round(this.#x(cursor) + this.#inner / this.#span / 2);
    return [svgElement("line", { class: "sale-cursor", x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM })];
  }
}
