import { useEffect, useEffectEvent, useRef, useState } from "react";
import { classNames } from "../../../ui/styles/class-names.ts";
import { categoryWords, type ChartSpec } from "./chart-spec.ts";
import * as chartCss from "./chart.module.css";
import { drawChart, type DrawnChart } from "./draw-chart.ts";

/**
 * The chart itself, loaded when a chart is first shown. A slider over it goes from point to point by arrow keys, and says
 * the values; Enter picks a point as a press does.
 */
export function ChartCanvas({ spec, onPick }: { spec: ChartSpec; onPick?: (index: number) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnChart>(null);
  const [index, setIndex] = useState<number | null>(null);
  const last = Math.max(0, spec.categories.length - 1);
  useEffect(() => {
    if (place.current === null) return undefined;
    const chart = drawChart(place.current);
    drawn.current = chart;
    return () => {
      drawn.current = null;
      chart.dispose();
    };
  }, []);
  useEffect(() => drawn.current?.show(spec), [spec]);
  const pick = useEffectEvent((at: number) => onPick?.(at));
  useEffect(() => drawn.current?.onPick((at) => pick(at)), []);
  const point = (next: number | null): void => {
    setIndex(next);
    drawn.current?.point(next);
  };
  const shown = Math.min(index ?? last, last);
  return (
    <div
      className={classNames(chartCss.canvas, onPick !== undefined && chartCss.pressable)}
      data-kind={spec.kind}
    >
      <div ref={place} className={chartCss.place} aria-hidden="true" />
      <input
        type="range"
        className={chartCss.cursor}
        aria-label={spec.label}
        aria-valuetext={categoryWords(spec, shown)}
        min={0}
        max={last}
        step={1}
        value={shown}
        onFocus={() => point(shown)}
        onChange={(event) => point(Number(event.target.value))}
        onKeyDown={(event) => {
          if (event.key === "Enter") onPick?.(shown);
        }}
        onBlur={() => point(null)}
      />
    </div>
  );
}
