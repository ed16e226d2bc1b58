/** Cells of a tenth of a degree: about 11 km high; wide 11 km at the equator, 7 km at 50° north. */
const PER_DEGREE = 10;
const COLUMNS = 3600;
const METRES_OF_CELL = 111_195 / PER_DEGREE;

const rowOf = (latitude: number): number => Math.min(1799, Math.floor(latitude * PER_DEGREE) + 900);
const columnOf = (longitude: number): number =>
  (((Math.floor(longitude * PER_DEGREE) + 1800) % COLUMNS) + COLUMNS) % COLUMNS;

export const cellOf = (longitude: number, latitude: number): number =>
  rowOf(latitude) * COLUMNS + columnOf(longitude);

/** The cells of the square of `radius` cells around a point. */
export function cellsAround(longitude: number, latitude: number, radius: number): number[] {
  const cells: number[] = [];
  const middle = columnOf(longitude);
  for (
    let row = Math.max(0, rowOf(latitude) - radius);
    row <= Math.min(1799, rowOf(latitude) + radius);
    row++
  )
    for (let column = middle - radius; column <= middle + radius; column++)
      cells.push(row * COLUMNS + ((column + COLUMNS) % COLUMNS));
  return cells;
}

/** @returns the distance from the point, in metres, within which the square covers everything */
export function metresCovered(latitude: number, radius: number): number {
  const widest = Math.min(89, Math.abs(latitude) + (radius + 1) / PER_DEGREE);
  return radius * METRES_OF_CELL * Math.cos((widest * Math.PI) / 180);
}
