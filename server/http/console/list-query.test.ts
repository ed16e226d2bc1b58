import { sql } from "kysely";
import { expect, test } from "vitest";
import { LIST_PAGE_ROWS, MAX_EXACT_COUNT } from "#contract/console/list.ts";
import { COUNT_LIMIT, listQuery } from "./list-query.ts";

const NOW = Date.parse("2026-11-27T10:00:00Z");
const columns = {
  sorts: {
    created: { expression: sql`s.created_time`, type: "timestamptz" },
    title: { expression: sql`s.title`, type: "text" },
  },
  id: sql`s.id`,
  defaultSort: { by: "created", isDescending: true },
} as const;
type Args = Parameters<typeof listQuery<"created" | "title">>[0];
const read = (args: Args = {}) => listQuery<"created" | "title">(args, columns, NOW);
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_none, at) => ({ row_id: String(at), sort_key: `key ${at}` }));
const pageOf = (count: number, counted = count, args: Args = {}) =>
  read(args).toPage(rowsOf(count), counted, ({ row_id }) => row_id);

test("a page has fifty rows, and a cursor only if there are more", () => {
  expect(pageOf(LIST_PAGE_ROWS)).toMatchObject({ next: null, count: 50, isCountExact: true });
  const page = pageOf(LIST_PAGE_ROWS + 1, 51);
  expect(page.rows).toHaveLength(LIST_PAGE_ROWS);
  expect(page.next).toMatch(/^[\w-]+$/);
});

test("a count is exact up to 10,000", () => {
  expect(pageOf(1, MAX_EXACT_COUNT)).toMatchObject({ count: MAX_EXACT_COUNT, isCountExact: true });
  expect(pageOf(1, COUNT_LIMIT)).toMatchObject({ count: MAX_EXACT_COUNT, isCountExact: false });
});

test("the moment of the first page goes on with the cursor", () => {
  const first = pageOf(51);
  expect(first.asOf).toBe("2026-11-27T10:00:00.000Z");
  const next = read({ cursor: first.next ?? "", asOf: "2026-11-26T09:00:00.000Z" });
  expect(next.asOf.toISOString()).toBe("2026-11-26T09:00:00.000Z");
});

test.for([
  ["no base64", "%%%"],
  ["no JSON", Buffer.from("x").toString("base64url")],
  ["another shape", Buffer.from('{"a":1}').toString("base64url")],
  ["an id that is no text", Buffer.from('["created",1,"a",1]').toString("base64url")],
  ["another sort", Buffer.from('["title",1,"a","1"]').toString("base64url")],
  ["another direction", Buffer.from('["created",0,"a","1"]').toString("base64url")],
])("a cursor of %s is refused", ([, cursor]) => {
  expect(() => read({ cursor: cursor ?? "" })).toThrow(expect.objectContaining({ refusal: "invalid" }));
});

test("a moment that is none is refused", () => {
  expect(() => read({ asOf: "yesterday" })).toThrow(expect.objectContaining({ refusal: "invalid" }));
});
