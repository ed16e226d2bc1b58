import { expect, test } from "vitest";
import { currentNetwork, runForNetwork } from "./caller-network.ts";
import { FairQueue } from "./fair-queue.ts";
import { SharedFairWork } from "./shared-fair-work.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("T10 a result that a crowded network requested first is made at the turn of the next network that wants it", async () => {
  const work = new SharedFairWork<string>(new FairQueue({ concurrent: 2, waiting: 100 }));
  const ends: (() => void)[] = [];
  const slow = (name: string) => () => new Promise<string>((resolve) => ends.push(() => resolve(name)));
  const crowded = ["one", "two", "three", "wanted"].map((name) => work.run(name, "a", slow(name)));
  const wanted = work.run("wanted", "b", slow("wanted by b"));
  await nextTurn();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(await Promise.all([wanted, crowded[3]])).toEqual(["wanted by b", "wanted by b"]);
  expect(work.has("wanted")).toBe(false);
  for (let at = 0; at < 8; at++) {
    for (const end of ends) end();
    await nextTurn();
  }
  expect(await Promise.all(crowded)).toEqual(["one", "two", "three", "wanted by b"]);
});

test("T10 a caller without a turn waits for those who have one; alone it is refused, and the next one begins anew", async () => {
  const work = new SharedFairWork<string>(new FairQueue({ concurrent: 1, waiting: 1 }));
  let end = (): void => {};
  const running = work.run("first", "a", () => new Promise((resolve) => (end = () => resolve("done"))));
  const waiting = work.run("second", "b", () => Promise.resolve("second"));
  const joined = work.run("second", "c", () => Promise.resolve("never"));
  await expect(work.run("third", "c", () => Promise.resolve("third"))).rejects.toMatchObject({
    refusal: "busy",
  });
  end();
  expect(await Promise.all([running, waiting, joined])).toEqual(["done", "second", "second"]);
  expect(await work.run("third", "c", () => Promise.resolve("third"))).toBe("third");
});

test("T10 shared work runs for nobody's network, and its error reaches all and is not kept", async () => {
  const work = new SharedFairWork<string | null>(new FairQueue({ concurrent: 1, waiting: 9 }));
  const seen = await runForNetwork("a", () => work.run("x", "a", () => Promise.resolve(currentNetwork())));
  expect(seen).toBeNull();
  const failing = ["a", "b"].map((key) => work.run("y", key, () => Promise.reject(new Error("broken"))));
  for (const one of failing) await expect(one).rejects.toThrow("broken");
  expect(work.has("y")).toBe(false);
  const throwing = (): Promise<string> => {
    throw new Error("at once");
  };
  await expect(work.run("z", "a", throwing)).rejects.toThrow("at once");
  expect(work.has("z")).toBe(false);
});
