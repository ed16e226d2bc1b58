import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { solveWork } from "./test-solver.ts";
import { bitsFor, isProofOfWorkValid, SUB_PUZZLES } from "./proof-of-work.ts";

test("O08 work grows with risk, is two bits harder without a picture or by keyboard, and has a maximum", () => {
  expect(bitsFor(0, false)).toEqual({ pointer: 12, keyboard: 14, work: 14 });
  expect(bitsFor(3, false)).toEqual({ pointer: 15, keyboard: 17, work: 17 });
  expect(bitsFor(6, false)).toEqual({ pointer: 18, keyboard: 18, work: 18 });
  expect(bitsFor(0, true)).toEqual({ pointer: 12, keyboard: 14, work: 16 });
  expect(bitsFor(5, true).work).toBe(18);
});

test("a solved proof is valid; an incomplete or reordered one, or that of another seed, is not", () => {
  const nonces = solveWork("seed", 8);
  expect(isProofOfWorkValid("seed", 8, nonces)).toBe(true);
  expect(isProofOfWorkValid("seed", 8, nonces.slice(1))).toBe(false);
  expect(isProofOfWorkValid("seed", 8, [...nonces, 0])).toBe(false);
  expect(isProofOfWorkValid("other", 8, nonces)).toBe(false);
  expect(isProofOfWorkValid("seed", 8, nonces.toReversed())).toBe(false);
  expect(isProofOfWorkValid("seed", 8, [])).toBe(false);
});

test("a proof with one bit less is not valid, by the bits of the digest", () => {
  const digestBits = (index: number, nonce: number) =>
    Math.clz32(createHash("sha256").update(`seed:${index}:${nonce}`).digest().readUInt32BE(0));
  const nonces = solveWork("seed", 6);
  const least = Math.min(...nonces.map((nonce, index) => digestBits(index, nonce)));
  expect(nonces).toHaveLength(SUB_PUZZLES);
  expect(isProofOfWorkValid("seed", least, nonces)).toBe(true);
  expect(isProofOfWorkValid("seed", least + 1, nonces)).toBe(false);
});
