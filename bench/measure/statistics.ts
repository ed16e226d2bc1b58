/** The value below which the given share of the numbers lies; NaN if empty. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** Formats a value and its target in one line. */
export function compareToMaximum(what: string, value: number, max: number, unit: string): string {
  return `${value <= max ? "ok  " : "OVER"} ${what.padEnd(46)} ${value.toFixed(2).padStart(9)} ${unit} (at most ${max})`;
}
export function compareToMinimum(what: string, value: number, min: number, unit: string): string {
  return `${value >= min ? "ok   " : "UNDER"} ${what.padEnd(45)} ${value.toFixed(2).padStart(9)} ${unit} (at least ${min})`;
}
