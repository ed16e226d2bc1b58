import { expect, test } from "vitest";
import { createRushGate } from "./rush-gate.ts";

/** Runs three calls of 10 ms each through a gate. @returns the times at which they began, ms */
async function startsOf(isRush: boolean): Promise<number[]> {
  let time = 0;
  const starts: number[] = [];
  const pass = (ms: number) => Promise.resolve(void (time += ms));
  const gate = createRushGate(() => isRush, { now: () => time, pause: pass });
  const work = () => {
    starts.push(time);
    return pass(10);
  };
  await Promise.all([gate.run(work), gate.run(work), gate.run(work)]);
  return starts;
}

test("without a rush calls do not wait for each other", async () => {
  expect(await startsOf(false)).toEqual([0, 10, 20]);
});
test("CO06 in a rush they run one at a time and use a twentieth of the time", async () => {
  expect(await startsOf(true)).toEqual([0, 200, 400]);
});
test("a call that fails lets the next one run", async () => {
  const gate = createRushGate(() => true, { now: () => 0, pause: () => Promise.resolve() });
  await expect(gate.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await gate.run(() => Promise.resolve(7))).toBe(7);
});
