import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { checkRows, rowFaults } from "./check-rows.ts";
import { typedStatements } from "./plugin.ts";
import type { RowShape } from "./row-shape.ts";

const shapesOf = (text: string): (RowShape | null)[] =>
  typedStatements("/project/server/a/store.ts", text).map(({ shape }) => shape);
/** The kinds of each column of the only statement; "?" after the name of an optional one. */
const kindsIn = (text: string): Record<string, string> | null => {
  const [shape = null] = shapesOf(text);
  return (
    shape &&
    Object.fromEntries(
      Object.entries(shape).map(([name, { kinds, isOptional }]) => [
        name + (isOptional ? "?" : ""),
        kinds.join(),
      ]),
    )
  );
};

test("reads literals, aliases, intersections, unions, Pick, Omit and members of tables", () => {
  const types = `
    type Tables = { person: { id: string; name: string | null; age: number; born: Date; tags: string[] } };
    type Count<T> = { total: T; more?: boolean };
    interface Named { label: "a" | "b"; extra: { x: 1 } }
  `;
  expect(kindsIn("sql<{ id: string; at: Date | null }>`select`")).toEqual({ id: "string", at: "Date,null" });
  expect(kindsIn(`${types} sql<Pick<Tables["person"], "name" | "tags"> & Count<number>>\`select\``)).toEqual({
    name: "string,null",
    tags: "array",
    total: "number",
    "more?": "boolean",
  });
  expect(kindsIn(`${types} sql<Omit<Tables["person"], "tags" | "born">>\`select\``)).toEqual({
    id: "string",
    name: "string,null",
    age: "number",
  });
  expect(kindsIn(`${types} sql<Readonly<Named> | { label: null }>\`select\``)).toEqual({
    label: "string,null",
    "extra?": "any",
  });
});

test("finds each typed statement with its line; expressions and unknown rows have no shape", () => {
  const text = "sql`select 1`;\nsql<{ a: string }>`select ${sql<boolean>`true`}`;\nsql<Unknown>`select`;";
  const found = typedStatements("/project/server/a/store.ts", text);
  expect(found.map(({ line, shape }) => [line, shape && Object.keys(shape)])).toEqual([
    [2, ["a"]],
    [2, null],
    [3, null],
  ]);
});

test("a renamed column and a column of another kind are faults; an absent optional one is none", () => {
  const [shape] = shapesOf("sql<{ user_id: string; count: number; note?: string; any: unknown }>`select`");
  if (!shape) throw new Error("no shape");
  expect(rowFaults({ user_id: "1", count: 2, any: 3 }, shape)).toEqual([]);
  expect(rowFaults({ userid: "1", count: "2", any: 3, note: 1 }, shape)).toEqual([
    'the row has no column "user_id"',
    'column "count" is string, its type says number',
    'column "note" is number, its type says string',
  ]);
});

test("a statement fails with its place when it returns other rows than its type says", async () => {
  const statement = { execute: (_executor: unknown) => Promise.resolve({ rows: [{ total: "7" }] }) };
  const [shape] = shapesOf("sql<{ total: number }>`select`");
  const checked = checkRows(statement, "server/a/store.ts:3", shape ?? {});
  await expect(checked.execute(null)).rejects.toThrow(
    'server/a/store.ts:3: column "total" is string, its type says number',
  );
});

test("nearly every typed statement of the stores has a row type that can be checked", () => {
  const statements = globSync("server/**/*store.ts").flatMap((file) =>
    typedStatements(resolve(file), readFileSync(file, "utf8")),
  );
  expect(statements.length).toBeGreaterThan(150);
  // Expressions such as sql<boolean> have no columns; generic rows have none that are known here.
  const unknown = statements.filter(({ shape }) => shape === null).length;
  expect(unknown / statements.length).toBeLessThan(0.1);
});
