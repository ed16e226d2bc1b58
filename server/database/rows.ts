import { sql, type RawBuilder } from "kysely";
import { Sealing } from "./personal.ts";
import type { Vault } from "./vault.ts";

/** A column of rows that are handed to a statement: its type, and each row's value as text. */
export type Column<T> = {
  readonly type: "text" | "timestamptz" | "jsonb";
  readonly of: (row: T, vault: Vault) => string | null | undefined;
};

const SPECIAL = /["\\]/g;
/** PostgreSQL's own text of an array. */
export function arrayText(values: readonly (string | null | undefined)[]): string {
  let text = "";
  let hasAny = false;
  for (const value of values) {
    if (text !== "") text += ",";
    if (value === null || value === undefined) text += "NULL";
    else {
      hasAny = true;
      text += `"${value.replace(SPECIAL, "\\$&")}"`;
    }
  }
  // Shorter ones are filled up with nulls.
  return hasAny ? `{${text}}` : "{}";
}

/**
 * Rows for a statement, `… from ${rowsOf(rows, columns)}`: an array for each column, which costs the database a good
 * deal less than reading them from JSON. What is personal is sealed on its way (personal.ts).
 * @param columns by name; the first is never null
 */
export function rowsOf<T>(
  rows: readonly T[],
  columns: Readonly<Record<string, Column<T>>>,
): RawBuilder<unknown> {
  const arrays = Object.values(columns).map(
    ({ type, of }) =>
      sql`${new Sealing((vault) => arrayText(rows.map((row) => of(row, vault))))}::${sql.raw(type)}[]`,
  );
  return sql`unnest(${sql.join(arrays)}) as i(${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})`;
}
