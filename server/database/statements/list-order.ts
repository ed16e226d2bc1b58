import { sql, type RawBuilder } from "kysely";

/** A sortable column: an SQL expression that is never null and holds no personal data, and its type. */
export type SortColumn = {
  readonly expression: RawBuilder<unknown>;
  readonly type: "text" | "timestamptz" | "date" | "integer" | "bigint" | "numeric";
};
/** Position behind a row: the text of its sort key, and its id. */
export type ListPosition = { readonly key: string; readonly id: string };

/** SQL of a list's order and of the rows after a position; the id makes the order total. */
export function listOrder(
  { expression, type }: SortColumn,
  id: RawBuilder<unknown>,
  isDescending: boolean,
  position: ListPosition | null,
) {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const comparison = isDescending ? sql`<` : sql`>`;
  return {
    /** Column `sort_key` of the statement: the text from which the next position is made. */
    key: sql<string>`(${expression})::text`,
    order: sql`${expression} ${direction}, ${id} ${direction}`,
    after:
      position === null
        ? sql<boolean>`true`
        : sql<boolean>`(${expression}, ${id}) ${comparison} (${position.key}::${sql.raw(type)}, ${position.id})`,
  };
}
