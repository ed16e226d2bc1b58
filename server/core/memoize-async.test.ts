import { expect, it } from "vitest";
import { memoizeAsync } from "./memoize-async.ts";

/** Makes what it is told to, in turn. */
function maker(...outcomes: (string | Error)[]) {
  const state = { made: 0 };
  const make = async (): Promise<string> => {
    const outcome = outcomes[state.made++];
    if (typeof outcome === "string") return outcome;
    throw outcome ?? new Error("nothing more");
  };
  return { state, get: memoizeAsync(make) };
}

it("makes a thing once, however many ask and whenever", async () => {
  const { state, get } = maker("first", "second");
  expect(await Promise.all([get(), get()])).toEqual(["first", "first"]);
  expect([await get(), state.made]).toEqual(["first", 1]);
});

it("Z04 whoever asks while it fails is told so; the next one has it made anew", async () => {
  const { state, get } = maker(new Error("away"), "second");
  const told = await Promise.allSettled([get(), get()]);
  expect(told.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([await get(), await get(), state.made]).toEqual(["second", "second", 2]);
});
