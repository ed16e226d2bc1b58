import { expect, it } from "vitest";
import { memoizeAsync } from "./memoize-async.ts";

/** A memoized function with these outcomes, one after another. */
function memoizeOutcomes(...outcomes: (string | Error)[]) {
  const state = { runs: 0 };
  const load = async (): Promise<string> => {
    const outcome = outcomes[state.runs++];
    if (typeof outcome === "string") return outcome;
    throw outcome ?? new Error("no outcome left");
  };
  return { state, get: memoizeAsync(load) };
}

it("runs once for all calls, concurrent and later ones", async () => {
  const { state, get } = memoizeOutcomes("first", "second");
  expect(await Promise.all([get(), get()])).toEqual(["first", "first"]);
  expect([await get(), state.runs]).toEqual(["first", 1]);
});

it("Z04 concurrent calls share an error, and the next call retries", async () => {
  const { state, get } = memoizeOutcomes(new Error("unavailable"), "second");
  const results = await Promise.allSettled([get(), get()]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([await get(), await get(), state.runs]).toEqual(["second", "second", 2]);
});
