import { expect, test } from "vitest";
import { clickhouse } from "./statement.ts";

const hostile = "x') OR 1=1 -- \\' \u0000 山";
test("HA19 a value of a statement is quoted as hex digits, whatever it contains", () => {
  const { text } = clickhouse`SELECT 1 WHERE a = ${hostile} AND b = ${42} AND c IN ${[hostile, "b"]}`;
  expect(text).toMatch(
    /^SELECT 1 WHERE a = unhex\('([0-9a-f]+)'\) AND b = 42 AND c IN \(unhex\('\1'\),unhex\('62'\)\)$/,
  );
  expect(Buffer.from(/'([0-9a-f]+)'/.exec(text)?.[1] ?? "", "hex").toString()).toBe(hostile);
});

test("HA19 an empty list matches nothing, and only integers are numbers of a statement", () => {
  expect(clickhouse`a IN ${[]}`.text).toBe("a IN (unhex(''))");
  expect(() => clickhouse`a = ${Number.NaN}`).toThrow(RangeError);
});
