import { describe, expect, it } from "vitest";
import { EdgeIndex, type LonLat } from "./edge-index.ts";

const square = (west: number, south: number, side: number): LonLat[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

describe("EdgeIndex", () => {
  const index = new EdgeIndex();
  index.addRing("left", square(100, 30, 1));
  index.addRing("right", square(101, 30, 1));
  index.addRing("right", square(101.4, 30.4, 0.2));
  index.addRing("island", square(110, 20, 0.01));

  it("finds the polygon around a point on both sides of a shared border", () => {
    expect(index.ownerAt(100.999, 30.5)).toBe("left");
    expect(index.ownerAt(101.001, 30.5)).toBe("right");
    expect(index.ownerAt(110.005, 20.005)).toBe("island");
  });
  it("returns null outside, in a hole, and at the latitude of corners", () => {
    expect(index.ownerAt(99.999, 30.5)).toBeNull();
    expect(index.ownerAt(101.5, 30.5)).toBeNull();
    expect(index.ownerAt(102.5, 30)).toBeNull();
    expect(index.ownerAt(0, -60)).toBeNull();
  });
  it("finds the nearest polygon within a distance in metres in both directions", () => {
    const eastOfSquare = (metres: number) => 102 + metres / (111_195 * Math.cos((30.5 * Math.PI) / 180));
    expect(index.nearestOwner(eastOfSquare(14_900), 30.5, 15_000)).toBe("right");
    expect(index.nearestOwner(eastOfSquare(15_100), 30.5, 15_000)).toBeNull();
    expect(index.nearestOwner(100.5, 30 - 14_900 / 111_195, 15_000)).toBe("left");
    expect(index.nearestOwner(100.5, 30 - 15_100 / 111_195, 15_000)).toBeNull();
  });
  it("returns the nearer of two polygons", () => {
    const two = new EdgeIndex();
    two.addRing("near", square(100, 30, 0.1));
    two.addRing("far", square(100.2, 30, 0.1));
    expect(two.nearestOwner(100.14, 30.05, 15_000)).toBe("near");
    expect(two.nearestOwner(100.16, 30.05, 15_000)).toBe("far");
  });
});
