/** Coordinates of the maps that people copy from. */
export type PastedSystem = "GCJ02" | "BD09" | "WGS84";
type Point = readonly [longitude: number, latitude: number];

const NUMBERS = /-?\d{1,3}(?:\.\d+)?/g;
const isLongitude = (degrees: number): boolean => degrees > 70 && degrees < 140;
const isLatitude = (degrees: number): boolean => degrees > 0 && degrees < 60;

/** The point in a pasted text, in either order, within China; null: none. */
export function pastedPoint(text: string): Point | null {
  const [first, second, more] = (text.match(NUMBERS) ?? []).map(Number);
  if (first === undefined || second === undefined || more !== undefined) return null;
  if (isLongitude(first) && isLatitude(second)) return [first, second];
  return isLatitude(first) && isLongitude(second) ? [second, first] : null;
}

const DIGITS = 1_000_000;
const rounded = (degrees: number): number => Math.round(degrees * DIGITS) / DIGITS;
/** Turns a point into WGS-84, which the product keeps; the converter is loaded with the first one. */
export async function pointInWgs84(point: Point, from: PastedSystem): Promise<Point> {
  if (from === "WGS84") return [rounded(point[0]), rounded(point[1])];
  const { default: gcoord } = await import("gcoord");
  const [east, north] = gcoord.transform([...point] as [number, number], gcoord[from], gcoord.WGS84);
  return [rounded(east), rounded(north)];
}
