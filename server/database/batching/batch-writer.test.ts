import { expect, it } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { BatchWriter } from "./batch-writer.ts";

/** A writer whose batches end on command; each batch doubles its inputs. */
function held(options?: { readonly untilPause: boolean }) {
  const batches: { readonly key: string; readonly inputs: readonly number[]; end(error?: Error): void }[] =
    [];
  const writer = new BatchWriter<number, number>((key, inputs) => {
    const ending = Promise.withResolvers<number[]>();
    const end = (error?: Error): void =>
      error ? ending.reject(error) : ending.resolve(inputs.map((input) => 2 * input));
    batches.push({ key, inputs, end });
    return ending.promise;
  }, options);
  /** Waits until `count` batches have begun. */
  const begun = async (count: number): Promise<void> => {
    await expect.poll(() => batches.length).toBe(count);
  };
  return { writer, batches, begun };
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_none, at) => at);

it("L10 inputs of one turn form a batch, later inputs the next one; each caller is answered after its own batch", async () => {
  const { writer, batches, begun } = held();
  const first = [writer.add("a", 1), writer.add("a", 2)];
  await begun(1);
  const later = writer.add("a", 3);
  const answered: number[] = [];
  void later.then((answer) => answered.push(answer));
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1, 2]]);
  batches[0]?.end();
  expect(await Promise.all(first)).toEqual([2, 4]);
  await begun(2);
  expect(answered).toEqual([]);
  batches[1]?.end();
  expect(await later).toBe(6);
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("L10 a batch that waits for a pause includes inputs of following turns, and starts after a limit if there is no pause", async () => {
  const { writer, batches } = held({ untilPause: true });
  for (let at = 0; at < 5; at++) {
    void writer.add("few", at);
    await turn();
  }
  for (let at = 0; at < 4; at++) await turn();
  expect(batches.map(({ inputs }) => inputs)).toEqual([upTo(5)]);
  for (let at = 0; at < 60; at++) {
    void writer.add("many", at);
    await turn();
  }
  const [, many] = batches;
  expect(many?.inputs.length).toBeGreaterThan(5);
  expect(many?.inputs.length).toBeLessThan(30);
});

it("L10 a batch has at most 500 inputs, in the order of arrival", async () => {
  const { writer, batches, begun } = held();
  const all = upTo(1_201).map((input) => writer.add("a", input));
  for (const [at, length] of [500, 500, 201].entries()) {
    await begun(at + 1);
    expect(batches[at]?.inputs).toHaveLength(length);
    batches[at]?.end();
  }
  expect(await Promise.all(all)).toEqual(upTo(1_201).map((input) => 2 * input));
});

it("L10 a crowd at one key, or its hanging commit, does not delay another key", async () => {
  const { writer, batches, begun } = held();
  const crowd = upTo(2_000).map((input) => writer.add("hot", input));
  await begun(1);
  const other = writer.add("other", 21);
  await begun(2);
  batches[1]?.end();
  expect([batches[1]?.key, await other]).toEqual(["other", 42]);
  expect(batches).toHaveLength(2);
  // The four batches of the crowd: the first one, and those after the other key's.
  for (const at of [0, 2, 3, 4]) {
    await expect.poll(() => batches.length > at).toBe(true);
    batches[at]?.end();
  }
  expect(await Promise.all(crowd)).toHaveLength(2_000);
});

it("L10 with 5,000 waiting inputs a further one is refused as busy at once; the others are answered", async () => {
  const { writer, batches, begun } = held();
  const waiting = upTo(5_000).map((input) => writer.add("a", input));
  const tooMany = await writer.add("a", 0).catch((error: unknown) => error);
  expect(tooMany).toMatchObject({ refusal: "busy", message: "活动太火爆了，请稍后再试" });
  expect(tooMany).toBeInstanceOf(Refusal);
  // Another key has its own queue.
  const other = writer.add("b", 1);
  await begun(2);
  for (let at = 0; at < 11; at++) {
    await expect.poll(() => batches.length > at).toBe(true);
    batches[at]?.end();
  }
  expect(await other).toBe(2);
  expect(await Promise.all(waiting)).toHaveLength(5_000);
});

it("Z04 a failed batch rejects all of its inputs, and the next batch continues", async () => {
  const { writer, batches, begun } = held();
  const failing = [writer.add("a", 1), writer.add("a", 2)];
  await begun(1);
  const next = writer.add("a", 3);
  batches[0]?.end(new Error("the database is away"));
  const told = await Promise.allSettled(failing);
  expect(told.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await begun(2);
  batches[1]?.end();
  expect(await next).toBe(6);
});

/**
 * A writer whose database rejects inputs in `bad` with an error of that SQLSTATE; records the attempted
 * batches.
 */
function refusing(code: string, ...bad: number[]) {
  const tried: number[][] = [];
  const kept: number[] = [];
  const writer = new BatchWriter<number, number>((_key, inputs) => {
    tried.push([...inputs]);
    if (inputs.some((input) => bad.includes(input)))
      return Promise.reject(Object.assign(new Error("refused"), { code }));
    kept.push(...inputs);
    return Promise.resolve(inputs.map((input) => 2 * input));
  });
  const all = (count: number) => Promise.allSettled(upTo(count).map((input) => writer.add("a", input)));
  return { all, tried, kept };
}

it("Z04 L10 a row that the database rejects fails alone: all others are written once, in their order", async () => {
  const { all, tried, kept } = refusing("23503", 7, 300);
  const told = await all(500);
  expect(told.flatMap(({ status }, at) => (status === "rejected" ? [at] : []))).toEqual([7, 300]);
  expect(told[301]).toEqual({ status: "fulfilled", value: 602 });
  expect(kept).toEqual(upTo(500).filter((input) => input !== 7 && input !== 300));
  expect(tried.length).toBeLessThan(40);
});

it("Z04 an outage or a wrong statement is not split: it is tried once, and all inputs are rejected", async () => {
  for (const code of ["53100", "42703"]) {
    const { all, tried } = refusing(code, 7);
    expect((await all(500)).every(({ status }) => status === "rejected")).toBe(true);
    expect(tried).toHaveLength(1);
  }
});
