import type { BarSeriesOption, LineSeriesOption } from "echarts/charts";
import type { GridComponentOption, TooltipComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import { groupDigits, pointText, type ChartSeries, type ChartSpec, type SeriesLook } from "./chart-spec.ts";

export type ChartOptions = ComposeOption<
  LineSeriesOption | BarSeriesOption | GridComponentOption | TooltipComponentOption
>;
/** Measures of the page's text, which the chart's labels follow. */
export type ChartText = {
  readonly family: string;
  /** 1 where the reader has not changed the size of text. */
  readonly scale: number;
  readonly isMoving: boolean;
};

type Look = {
  readonly colour: string;
  /** Marker of a point. */
  readonly symbol: "circle" | "rect" | "none";
  readonly width: number;
  readonly dash: "solid" | number[];
};
const looks: Readonly<Record<SeriesLook, Look>> = {
  main: { colour: "var(--k-series-1)", symbol: "circle", width: 2.5, dash: "solid" },
  second: { colour: "var(--k-series-2)", symbol: "rect", width: 2.5, dash: "solid" },
  before: { colour: "var(--k-series-4)", symbol: "none", width: 1.5, dash: [3, 4] },
};
const OPEN_DASH = [4, 4];
const MARKER = 10;

/** Lines of one series; the last point of an open category is reached by a dashed line. */
function lineSeries(series: ChartSeries, at: number, isLastOpen: boolean): LineSeriesOption[] {
  const { colour, symbol, width, dash } = looks[series.look];
  const last = series.values.length - 1;
  const isSplit = isLastOpen && series.look !== "before" && last > 0;
  const marker = {
    symbol: symbol === "none" ? "circle" : symbol,
    itemStyle: { color: colour, borderColor: "var(--c-surface)", borderWidth: 2 },
  };
  const drawn = {
    type: "line" as const,
    silent: true,
    symbol: "none",
    connectNulls: false,
    itemStyle: marker.itemStyle,
    // The values are named once, by the series of the points.
    tooltip: { show: false },
    emphasis: { disabled: true },
    z: 4 - at,
  };
  const line: LineSeriesOption = {
    ...drawn,
    data: series.values.map((value, index) => (isSplit && index === last ? null : value)),
    lineStyle: { color: colour, width, type: dash, join: "round" },
    ...(series.look === "main" && { areaStyle: { color: colour, opacity: 0.1 } }),
  };
  const open: LineSeriesOption = {
    ...drawn,
    data: series.values.map((value, index) => (index < last - 1 ? null : value)),
    lineStyle: { color: colour, width: 2, type: OPEN_DASH },
    ...marker,
    symbolSize: (_value, { dataIndex }) => (dataIndex === last ? MARKER : 0),
  };
  const points: LineSeriesOption = {
    type: "line",
    name: series.name,
    data: [...series.values],
    ...marker,
    symbolSize: MARKER,
    // Markers stand where the reader points; one point alone has no line.
    showSymbol: last === 0,
    lineStyle: { color: colour, width: 0, opacity: 0 },
    emphasis: { scale: false, lineStyle: { width: 0 } },
    z: 8 - at,
  };
  return isSplit ? [points, line, open] : [points, line];
}

/** Bars of one series: the first is filled, the second hatched. */
function barSeries(
  series: ChartSeries,
  format: (value: number) => string,
  { scale }: ChartText,
): BarSeriesOption {
  const { colour } = looks[series.look];
  const isMain = series.look === "main";
  return {
    type: "bar",
    name: series.name,
    data: [...series.values],
    barMaxWidth: 22,
    barGap: "18%",
    itemStyle: isMain
      ? { color: colour, borderRadius: 3 }
      : {
          color: "var(--k-series-1)",
          borderColor: "var(--k-series-1)",
          borderWidth: 1,
          borderRadius: 3,
          decal: {
            symbol: "rect",
            symbolSize: 1,
            dashArrayX: [1, 0],
            dashArrayY: [3, 3],
            rotation: -Math.PI / 4,
            color: "var(--c-surface)",
          },
        },
    label: {
      show: true,
      position: "top",
      distance: 4,
      color: isMain ? "var(--c-text)" : "var(--c-text-2)",
      fontWeight: isMain ? 600 : 500,
      fontSize: 11 * scale,
      formatter: ({ value }) => pointText(typeof value === "number" ? value : null, format),
    },
    emphasis: { disabled: true },
  };
}

const tooltip = (format: (value: number) => string, kind: ChartSpec["kind"], { scale }: ChartText) =>
  ({
    trigger: "axis",
    // Text within the picture: an HTML tooltip would break the policy `style-src 'self'` (requirement CO04).
    renderMode: "richText",
    confine: true,
    transitionDuration: 0,
    backgroundColor: "var(--k-tip)",
    borderColor: "var(--k-tip)",
    borderRadius: 8,
    padding: [8, 12],
    shadowBlur: 0,
    shadowOffsetX: 0,
    shadowOffsetY: 0,
    textStyle: { color: "#fff", fontSize: 12 * scale, lineHeight: 18 * scale },
    valueFormatter: (value) => pointText(typeof value === "number" ? value : null, format),
    axisPointer:
      kind === "line"
        ? { type: "line", lineStyle: { color: "var(--c-field-line)", type: [3, 3], width: 1 } }
        : { type: "shadow", shadowStyle: { color: "var(--c-text)", opacity: 0.05 } },
  }) satisfies TooltipComponentOption;

/** Options of the chart library for a chart of ours. */
export function chartOptions(spec: ChartSpec, text: ChartText): ChartOptions {
  const { kind, categories, format = groupDigits } = spec;
  const label = { color: "var(--c-text-3)", fontSize: 11 * text.scale, fontWeight: 500 } as const;
  return {
    animation: text.isMoving,
    animationDuration: 240,
    animationDurationUpdate: 240,
    textStyle: { fontFamily: text.family },
    grid: {
      left: 4,
      right: 16,
      top: 16,
      bottom: 4,
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    tooltip: tooltip(format, kind, text),
    xAxis: {
      type: "category",
      data: categories.map(({ name }) => name),
      boundaryGap: kind === "bar",
      axisTick: { show: false },
      axisLine: { lineStyle: { color: "var(--c-line-strong)" } },
      axisLabel: {
        ...label,
        ...(kind === "bar" && { color: "var(--c-text-2)", fontSize: 12 * text.scale, interval: 0 }),
        margin: 10,
        hideOverlap: true,
        formatter: (_name: string, index: number) => categories[index]?.label ?? "",
      },
    },
    yAxis: {
      type: "value",
      minInterval: 1,
      splitNumber: kind === "line" ? 4 : 3,
      axisLabel: { ...label, margin: 10, formatter: (value: number) => format(value) },
      splitLine: { lineStyle: { color: "var(--c-line)" } },
    },
    series:
      kind === "line"
        ? spec.series.flatMap((series, at) => lineSeries(series, at, spec.isLastOpen === true))
        : spec.series.map((series) => barSeries(series, format, text)),
  };
}
