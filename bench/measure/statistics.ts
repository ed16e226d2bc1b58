/** The value below which the given share of the numbers lies; NaN for none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** A figure beside its target, one line. */
export function compareToMaximum(what: string, value: number, most: number, unit: string): string {
  return `${value <= most ? "ok  " : "OVER"} ${what.padEnd(46)} ${value.toFixed(2).padStart(9)} ${unit} (at most ${most})`;
}
export function compareToMinimum(what: string, value: number, least: number, unit: string): string {
  return `${value >= least ? "ok   " : "UNDER"} ${what.padEnd(45)} ${value.toFixed(2).padStart(9)} ${unit} (at least ${least})`;
}
