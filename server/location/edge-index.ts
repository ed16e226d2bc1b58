export type LonLat = readonly [longitude: number, latitude: number];

/** Edges that touch a band of latitude: the index of each edge's first point, and of its owner. */
type Band = { readonly points: number[]; readonly owners: number[] };

/** Height of a band in degrees: about 5.5 km, with some hundred edges. */
const BAND = 0.05;
const bandOf = (latitude: number): number => Math.floor(latitude / BAND);
const METRES_A_DEGREE = 111_195;

/**
 * Finds the polygon around a point. All edges are in horizontal bands; a lookup counts for each owner the edges of the
 * band that are east of the point. An odd number means inside, which also handles holes and polygons of several rings.
 */
export class EdgeIndex {
  /** Points of all rings in sequence; edge i goes from point i to point i + 1. */
  readonly #longitudes: number[] = [];
  readonly #latitudes: number[] = [];
  readonly #owners: string[] = [];
  readonly #numberOf = new Map<string, number>();
  readonly #bands = new Map<number, Band>();

  /** Adds a closed ring (first point = last point) of an owner. */
  addRing(owner: string, ring: readonly LonLat[]): void {
    const number = this.#numberOf.get(owner) ?? this.#owners.push(owner) - 1;
    this.#numberOf.set(owner, number);
    ring.forEach(([longitude, latitude], place) => {
      this.#longitudes.push(longitude);
      const point = this.#latitudes.push(latitude) - 2;
      if (place > 0) this.#addEdge(point, number);
    });
  }

  #addEdge(point: number, owner: number): void {
    const [, from, , to] = this.#edge(point);
    const last = bandOf(Math.max(from, to));
    for (let number = bandOf(Math.min(from, to)); number <= last; number++) {
      const band = this.#bands.get(number) ?? { points: [], owners: [] };
      this.#bands.set(number, band);
      band.points.push(point);
      band.owners.push(owner);
    }
  }

  #edge(point: number): readonly [fromX: number, fromY: number, toX: number, toY: number] {
    const [x, y] = [this.#longitudes, this.#latitudes];
    return [x[point] ?? 0, y[point] ?? 0, x[point + 1] ?? 0, y[point + 1] ?? 0];
  }

  /** The owner of the polygon around a point, or null. */
  ownerAt(longitude: number, latitude: number): string | null {
    const inside = new Set<number | undefined>();
    const band = this.#bands.get(bandOf(latitude));
    band?.points.forEach((point, place) => {
      const [fromX, fromY, toX, toY] = this.#edge(point);
      if (fromY > latitude === toY > latitude) return;
      if (longitude >= fromX + ((latitude - fromY) / (toY - fromY)) * (toX - fromX)) return;
      const owner = band.owners[place];
      if (!inside.delete(owner)) inside.add(owner);
    });
    const [first] = inside;
    return first === undefined ? null : (this.#owners[first] ?? null);
  }

  /** The owner of the nearest edge within `reach` metres of a point, or null. */
  nearestOwner(longitude: number, latitude: number, reach: number): string | null {
    const height = reach / METRES_A_DEGREE;
    const narrowing = Math.cos((latitude * Math.PI) / 180);
    let nearest: number | undefined;
    let least = height;
    for (let number = bandOf(latitude - height); number <= bandOf(latitude + height); number++) {
      const band = this.#bands.get(number);
      band?.points.forEach((point, place) => {
        const [fromX, fromY, toX, toY] = this.#edge(point);
        const from: LonLat = [(fromX - longitude) * narrowing, fromY - latitude];
        const distance = distanceFromOrigin(from, [(toX - longitude) * narrowing, toY - latitude]);
        if (distance > least) return;
        least = distance;
        nearest = band.owners[place];
      });
    }
    return nearest === undefined ? null : (this.#owners[nearest] ?? null);
  }
}

/** Distance from the origin to the nearest point of an edge, on a plane. */
function distanceFromOrigin([fromX, fromY]: LonLat, [toX, toY]: LonLat): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const length = alongX * alongX + alongY * alongY;
  const part = length === 0 ? 0 : -(fromX * alongX + fromY * alongY) / length;
  const within = Math.min(1, Math.max(0, part));
  return Math.hypot(fromX + within * alongX, fromY + within * alongY);
}
