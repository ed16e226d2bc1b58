import type { PoolClient } from "pg";
import { expect, test } from "vitest";
import { prepared, withPreparedStatements } from "../database/statements/prepared-statements.ts";
import { BatchWriter } from "../database/batching/batch-writer.ts";
import { currentNetwork, currentTrace, runForEverybody, runForNetwork } from "./caller-network.ts";
import { parseTraceparent } from "./trace-context.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const header = (flags: string, version = "00", rest = ""): string =>
  `${version}-${TRACE}-${SPAN}-${flags}${rest}`;
const sampled = { traceparent: header("01"), isSampled: true };

test.each([
  [header("01"), sampled],
  [header("00"), { traceparent: header("00"), isSampled: false }],
  // Other flags are not ours to pass on.
  [header("03"), sampled],
  [header("fe"), { traceparent: header("00"), isSampled: false }],
  [header("01", "42", "-of-later"), sampled],
])("HA23 the traceparent %s is read", (given, expected) => expect(parseTraceparent(given)).toEqual(expected));

test.each([
  undefined,
  "",
  ["two", "values"],
  header("01", "ff"),
  header("01", "00", "-more"),
  header("1"),
  header("01").toUpperCase(),
  header("01").replace(TRACE, "0".repeat(32)),
  header("01").replace(SPAN, "0".repeat(16)),
  `${header("01")}'*/; drop table signup; /*`,
  ` ${header("01")}`,
])("HA23 the traceparent %j is ignored", (given) => expect(parseTraceparent(given)).toBeNull());

test("HA23 the trace belongs to a request with its network, and shared work has none unless it is given one", () => {
  const seen = runForNetwork(
    "192.0.2.1",
    () => [
      [currentNetwork(), currentTrace()],
      runForEverybody(() => [currentNetwork(), currentTrace()]),
      runForEverybody(() => [currentNetwork(), currentTrace()], sampled),
    ],
    sampled,
  );
  expect(seen).toEqual([
    ["192.0.2.1", sampled],
    [null, null],
    [null, sampled],
  ]);
  expect(runForNetwork("192.0.2.1", () => [currentNetwork(), currentTrace()])).toEqual(["192.0.2.1", null]);
  expect([currentNetwork(), currentTrace()]).toEqual([null, null]);
});

test("HA23 a statement of a sampled trace has its comment and is not prepared; others stay prepared", async () => {
  const sent: unknown[] = [];
  const client = withPreparedStatements({
    query: (query: unknown) => Promise.resolve(sent.push(query)),
    release: () => {},
  } as unknown as PoolClient);
  const mark = (
    prepared.toOperationNode() as unknown as { readonly sqlFragments: readonly string[] }
  ).sqlFragments.join("");
  const text = `select 1 as one ${mark}`;
  const run = () => client.query(text, []);
  await run();
  await runForNetwork(null, run, { ...sampled, isSampled: false });
  await runForNetwork(null, run, sampled);
  await run();
  const asPrepared = { name: expect.stringMatching(/^p[0-9a-f]{24}$/) as string, text, values: [] };
  const withComment = { text: `${text}/*traceparent='${header("01")}'*/`, values: [] };
  expect(sent).toEqual([asPrepared, asPrepared, withComment, asPrepared]);
});

test("HA23 a batch is written for the first sampled trace of its inputs, and for none without", async () => {
  const traces: unknown[] = [];
  const writer = new BatchWriter<number, number>((_key, inputs) => {
    traces.push(currentTrace());
    return Promise.resolve([...inputs]);
  });
  const add = (input: number, trace: typeof sampled | null) =>
    runForNetwork("192.0.2.1", () => writer.add("k", input), trace);
  const second = { ...sampled, traceparent: sampled.traceparent.replace(SPAN, "b".repeat(16)) };
  await Promise.all([
    add(1, null),
    add(2, { ...sampled, isSampled: false }),
    add(3, second),
    add(4, sampled),
  ]);
  await add(5, null);
  expect(traces).toEqual([second, null]);
});
