import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { init, use as register } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import {
  prefersReducedMotion,
  readProperty,
  remInPixels,
  watchSize,
} from "../../../platform/console/element-size.ts";
import { chartOptions } from "./chart-options.ts";
import type { ChartSpec } from "./chart-spec.ts";

register([LineChart, BarChart, GridComponent, TooltipComponent, SVGRenderer]);

export type DrawnChart = {
  show(spec: ChartSpec): void;
  /** Calls the listener with the category that is pressed; null: nothing can be pressed. */
  onPick(listener: ((index: number) => void) | null): void;
  /** Opens the tooltip at a category; null closes it. */
  point(index: number | null): void;
  dispose(): void;
};

/** Draws charts into an element, which has a size. They follow the element's size. */
export function drawChart(element: HTMLElement): DrawnChart {
  const chart = init(element, null, { renderer: "svg" });
  /** A picture with a view box is scaled to the width of a printed page, on which no script runs. */
  const fitPrint = (): void => {
    const picture = element.querySelector("svg");
    picture?.setAttribute("viewBox", `0 0 ${chart.getWidth()} ${chart.getHeight()}`);
  };
  const stopWatching = watchSize(element, () => {
    chart.resize();
    fitPrint();
  });
  const text = {
    family: readProperty(element, "--font-num"),
    scale: remInPixels() / 16,
    isMoving: !prefersReducedMotion(),
  };
  let pick: ((index: number) => void) | null = null;
  chart.getZr().on("click", ({ offsetX, offsetY }) => {
    const place = [offsetX, offsetY];
    const [index] = chart.containPixel("grid", place) ? chart.convertFromPixel("grid", place) : [];
    if (index !== undefined) pick?.(index);
  });
  return {
    onPick(listener) {
      pick = listener;
    },
    show(spec) {
      chart.setOption(chartOptions(spec, text), { notMerge: true });
      fitPrint();
    },
    point(index) {
      if (index === null) chart.dispatchAction({ type: "hideTip" });
      else chart.dispatchAction({ type: "showTip", seriesIndex: 0, dataIndex: index });
    },
    dispose() {
      stopWatching();
      chart.dispose();
    },
  };
}
