import { expect, test } from "vitest";
import { PrimaryPositions } from "./primary-positions.ts";
import { MAX_REPLICA_LAG } from "./replica-limits.ts";

test("HA15 a replica has everything up to the newest position that it has replayed", () => {
  const positions = new PrimaryPositions();
  expect(positions.asOf(1_000n)).toBe(-Infinity);
  positions.add(10, 100n);
  positions.add(20, 100n);
  positions.add(30, 250n);
  expect([99n, 100n, 249n, 250n, 999n].map((replayed) => positions.asOf(replayed))).toEqual([
    -Infinity,
    20,
    20,
    30,
    30,
  ]);
});

test("HA15 positions are forgotten after the lag that is allowed, and when the primary goes back", () => {
  const positions = new PrimaryPositions();
  positions.add(0, 100n);
  positions.add(MAX_REPLICA_LAG + 1, 300n);
  expect(positions.asOf(200n)).toBe(-Infinity);
  positions.add(MAX_REPLICA_LAG + 2, 50n);
  expect(positions.asOf(60n)).toBe(MAX_REPLICA_LAG + 2);
  expect(positions.asOf(40n)).toBe(-Infinity);
});
