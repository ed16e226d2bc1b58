import { expect, it } from "vitest";
import { ConcurrencyQueue } from "./concurrency-queue.ts";

/** Tasks that end on command. */
function tasks() {
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const task = (number: number) => () => {
    begun.push(number);
    return new Promise<number>((resolve) => ends.push(() => resolve(number)));
  };
  return { ends, begun, task };
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it("K17 runs two at a time, the others in the order of arrival", async () => {
  const turns = new ConcurrencyQueue(2, 10);
  const { ends, begun, task } = tasks();
  const results = [1, 2, 3, 4].map((number) => turns.run(task(number)));
  expect(begun).toEqual([1, 2]);
  ends[1]?.();
  await nextTurn();
  expect(begun).toEqual([1, 2, 3]);
  ends[0]?.();
  await nextTurn();
  expect(begun).toEqual([1, 2, 3, 4]);
  ends.forEach((end) => end());
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
});

it("K17 continues with the next task after a failure", async () => {
  const turns = new ConcurrencyQueue(1, 10);
  const failing = turns.run(() => Promise.reject(new Error("broken")));
  const next = turns.run(async () => "done");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("done");
});

it("K17 refuses as busy if too many wait", async () => {
  const turns = new ConcurrencyQueue(1, 1);
  const { ends, task } = tasks();
  const running = [turns.run(task(1)), turns.run(task(2))];
  await expect(turns.run(task(3))).rejects.toMatchObject({ refusal: "busy", retryAfterSeconds: 1 });
  ends[0]?.();
  await nextTurn();
  ends[1]?.();
  expect(await Promise.all(running)).toEqual([1, 2]);
});
