import { sql, type RawBuilder } from "kysely";
import { EncryptedParameter } from "../encryption/encrypted-columns.ts";
import type { Keyring } from "../encryption/keyring.ts";

/** A column of rows that are handed to a statement: its type, and each row's value as text. */
export type UnnestColumn<T> = {
  readonly type: "text" | "timestamptz" | "jsonb";
  readonly of: (row: T, keyring: Keyring) => string | null | undefined;
};

/** pg_type's number of text. */
const TEXT = 25;
/** Of an array of one dimension: dimensions, whether it holds nulls, the type, the length, where counting begins. */
const HEADER_BYTES = 20;
/** Of a value before its bytes: how many they are. */
const LENGTH_BYTES = 4;
/** Of a character of a string, UTF-8 makes so many bytes at most. */
const MAX_UTF8_BYTES = 3;

/** A text[] as PostgreSQL sends and takes it in binary form: neither side looks for quotes. */
export function encodeTextArray(values: readonly (string | null | undefined)[]): Buffer {
  const most = values.reduce(
    (sum, value) => sum + LENGTH_BYTES + (value?.length ?? 0) * MAX_UTF8_BYTES,
    HEADER_BYTES,
  );
  const bytes = Buffer.allocUnsafe(most);
  let at = HEADER_BYTES;
  let hasNulls = 0;
  for (const value of values) {
    const isNull = value === null || value === undefined;
    const length = isNull ? 0 : bytes.write(value, at + LENGTH_BYTES);
    bytes.writeInt32BE(isNull ? -1 : length, at);
    at += LENGTH_BYTES + length;
    if (isNull) hasNulls = 1;
  }
  [1, hasNulls, TEXT, values.length, 1].forEach((field, index) => bytes.writeInt32BE(field, index * 4));
  return bytes.subarray(0, at);
}

/**
 * Rows for a statement, `… from ${rowsOf(rows, columns)}`: an array for each column, which costs the database a good
 * deal less than reading them from JSON. What is personal is sealed on its way (personal.ts).
 * @param columns by name; the first is never null
 */
export function unnestRows<T>(
  rows: readonly T[],
  columns: Readonly<Record<string, UnnestColumn<T>>>,
): RawBuilder<unknown> {
  const arrays = Object.values(columns).map(
    ({ type, of }) =>
      sql`${new EncryptedParameter((keyring) => encodeTextArray(rows.map((row) => of(row, keyring))))}::text[]${sql.raw(type === "text" ? "" : `::${type}[]`)}`,
  );
  return sql`unnest(${sql.join(arrays)}) as i(${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})`;
}
