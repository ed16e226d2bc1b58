import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import { startSolving } from "./solver.ts";

const work = { seed: "seed", count: 16, bits: 8 };
/** Leading zero bits of each puzzle, computed independently of the solver. */
const zerosOf = (nonces: number[]): number[] =>
  nonces.map((nonce, index) => {
    const bits = [...sha256(new TextEncoder().encode(`${work.seed}:${index}:${nonce}`))].map((byte) =>
      byte.toString(2).padStart(8, "0"),
    );
    return bits.join("").indexOf("1");
  });
const noWorker = (): Worker => {
  throw new DOMException("not here", "SecurityError");
};
/** A blocking policy lets the worker be created and then fail. */
const brokenWorker = (): Worker => new Worker(URL.createObjectURL(new Blob(["throw new Error('broken')"])));

describe("proof of work", () => {
  it.each([
    ["in a worker", undefined],
    ["on this thread where no worker can be made", noWorker],
    ["on this thread where the worker fails", brokenWorker],
  ])("is solved %s and reports its progress", async (_where, start) => {
    const progress: number[] = [];
    const nonces = await startSolving(work, (solved) => progress.push(solved), start).nonces;
    expect(nonces).toHaveLength(work.count);
    expect(Math.min(...zerosOf(nonces))).toBeGreaterThanOrEqual(work.bits);
    expect(progress.at(-1)).toBe(work.count);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
  });
  it("is deterministic: worker and main thread find the same nonces", async () => {
    const [one, other] = await Promise.all([
      startSolving(work).nonces,
      startSolving(work, undefined, noWorker).nonces,
    ]);
    expect(one).toEqual(other);
  });
  it.each([
    ["in a worker", undefined],
    ["on this thread", noWorker],
  ])("reports nothing after it was stopped, %s", async (_where, start) => {
    let reportCount = 0;
    const solving = startSolving(work, () => reportCount++, start);
    solving.stop();
    const first = await Promise.race([
      solving.nonces,
      startSolving({ ...work, seed: "another" }).nonces.then(() => "another"),
    ]);
    expect([first, reportCount]).toEqual(["another", 0]);
  });
  it("keeps the page responsive", async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await startSolving({ ...work, bits: 10 }, undefined, noWorker).nonces;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});
