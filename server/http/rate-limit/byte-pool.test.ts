import { expect, test } from "vitest";
import fc from "fast-check";
import { BytePool } from "./byte-pool.ts";

const limits = { total: 100, network: 40, account: 20 };
const open = (pool: BytePool, network: string | null, account?: string) =>
  pool.open(account === undefined ? { network } : { network, account });
const canGrow = (lease: ReturnType<typeof open>, bytes: number): boolean => {
  try {
    lease.grow(bytes);
    return true;
  } catch {
    return false;
  }
};

test("T10 an account has its share on all its networks, a network on all its accounts", () => {
  const pool = new BytePool(limits);
  expect(canGrow(open(pool, "a", "one"), 15)).toBe(true);
  expect(canGrow(open(pool, "b", "one"), 6)).toBe(false);
  expect(canGrow(open(pool, "b", "two"), 6)).toBe(true);
  expect(canGrow(open(pool, "a", "three"), 20)).toBe(false);
  expect(canGrow(open(pool, "a", "three"), 10)).toBe(true);
});
test("T10 a newcomer finds room, however many networks want everything", () => {
  const pool = new BytePool({ total: 1_000, network: 1_000 });
  for (const network of ["a", "b", "c", "d"]) {
    const lease = open(pool, network);
    while (canGrow(lease, 1));
  }
  expect(pool.used).toBeLessThan(1_000);
  expect(canGrow(open(pool, "newcomer"), 1)).toBe(true);
});
test("T10 a released lease returns exactly what it held, once", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(30)), { maxLength: 30 }), (steps) => {
      const pool = new BytePool(limits);
      const leases = ["a", "b", "c", null].map((network) => open(pool, network, network ?? "x"));
      for (const [at, bytes] of steps) {
        const lease = leases[at];
        if (lease) canGrow(lease, bytes);
      }
      for (const lease of leases) {
        lease.release();
        lease.release();
      }
      expect(pool.used).toBe(0);
      expect(canGrow(open(pool, "a", "a"), 20)).toBe(true);
    }),
  );
});
