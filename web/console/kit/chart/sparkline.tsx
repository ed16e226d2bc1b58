import { classNames } from "../../../ui/styles/class-names.ts";
import * as chartCss from "./chart.module.css";

const WIDTH = 72;
const HEIGHT = 30;
/** Room for the stroke. */
const EDGE = 2;

/** Path through the values from left to right; null leaves a gap. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return "";
  const least = Math.min(...known);
  const range = Math.max(...known) - least;
  const step = (WIDTH - 2 * EDGE) / (values.length - 1);
  let command = "M";
  return values
    .map((value, index) => {
      if (value === null) {
        command = "M";
        return "";
      }
      const share = range === 0 ? 0.5 : (value - least) / range;
      const part = `${command}${(EDGE + index * step).toFixed(1)} ${(HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)).toFixed(1)}`;
      command = "L";
      return part;
    })
    .join("");
}

/** Course of a figure as a small line; decoration beside the figure, whose chart has the values. */
export const Sparkline = ({
  values,
  tone = "main",
}: {
  values: readonly (number | null)[];
  tone?: "main" | "second" | "error";
}) => (
  <svg
    className={classNames(
      chartCss.sparkline,
      tone === "second" && chartCss.second,
      tone === "error" && chartCss.worse,
    )}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    aria-hidden="true"
  >
    <path d={sparklinePath(values)} />
  </svg>
);
