/** Distances and counts as text; dates and times are in contract/core/date-text.ts. */

/** “850m”, “2.4km”, “38km”; metres in. */
export function formatDistance(metres: number): string {
  if (metres < 999.5) return `${Math.round(metres)}m`;
  const kilometres = metres / 1000;
  return kilometres < 9.95 ? `${kilometres.toFixed(1)}km` : `${Math.round(kilometres)}km`;
}

/** “1,326”. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
