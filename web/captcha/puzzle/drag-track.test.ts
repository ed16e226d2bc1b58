import { expect, it } from "vitest";
import { DragTrack } from "./drag-track.ts";

it("begins with the time from display to press", () => {
  expect(new DragTrack({ x: 0, y: 300, time: 1500.04 }, 1000).steps).toEqual([[0, 0, 500]]);
  expect(new DragTrack({ x: 0, y: 0, time: 900 }, 1000).steps).toEqual([[0, 0, 0]]);
});
it("has steps that add up to the end position despite rounding", () => {
  const track = new DragTrack({ x: 0, y: 300, time: 1000 }, 0);
  for (let at = 1; at <= 100; at++)
    track.move({ x: at * 1.0333, y: 300 + Math.sin(at), time: 1000 + at * 16.6667 });
  const sum = (part: 0 | 1 | 2) => track.steps.slice(1).reduce((total, step) => total + step[part], 0);
  expect(sum(0)).toBeCloseTo(103.3, 5);
  expect(sum(2)).toBeCloseTo(1666.7, 5);
  expect(track.duration).toBeCloseTo(1666.7, 5);
  expect(track.steps.flat().every((value) => Number.isInteger(Math.round(value * 10)))).toBe(true);
});
