import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { categoryWords, type ChartSpec } from "./chart-spec.ts";
import * as chartCss from "./chart.module.css";
import { drawChart, type DrawnChart } from "./draw-chart.ts";

/** Index after a key; undefined: the key is none of the chart's. */
function indexAfter(key: string, index: number | null, last: number): number | null | undefined {
  if (key === "ArrowRight" || key === "ArrowUp") return index === null ? 0 : Math.min(last, index + 1);
  if (key === "ArrowLeft" || key === "ArrowDown") return index === null ? last : Math.max(0, index - 1);
  if (key === "Home") return 0;
  if (key === "End") return last;
  return key === "Escape" ? null : undefined;
}

/** The chart itself, loaded when a chart is first shown. Arrow keys go from point to point and read its values. */
export function ChartCanvas({ spec }: { spec: ChartSpec }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnChart>(null);
  const [index, setIndex] = useState<number | null>(null);
  const last = spec.categories.length - 1;
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
  const point = (next: number | null): void => {
    setIndex(next);
    drawn.current?.point(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = indexAfter(event.key, index, last);
    if (next === undefined || (next === null && index === null)) return;
    event.preventDefault();
    point(next);
  };
  const shown = Math.min(index ?? last, last);
  return (
    <div
      className={chartCss.canvas}
      data-kind={spec.kind}
      role="slider"
      tabIndex={0}
      aria-label={spec.label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, shown)}
      aria-valuetext={categoryWords(spec, shown)}
      onKeyDown={onKeyDown}
      onBlur={() => point(null)}
    >
      <div ref={place} className={chartCss.place} />
    </div>
  );
}
