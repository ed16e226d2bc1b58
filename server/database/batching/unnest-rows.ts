import { sql, type RawBuilder } from "kysely";
import { EncryptedParameter } from "../encryption/encrypted-columns.ts";
import type { Keyring } from "../encryption/keyring.ts";

/** A column of rows that are passed to a statement: its type, and each row's value as text. */
export type UnnestColumn<T> = {
  readonly type: "text" | "timestamptz" | "jsonb" | "int";
  readonly of: (row: T, keyring: Keyring) => string | null | undefined;
};

/** OID of the type text in pg_type. */
const TEXT = 25;
/** Header of a one-dimensional array: dimensions, null flag, element type, length, lower bound. */
const HEADER_BYTES = 20;
/** Length field before the bytes of a value. */
const LENGTH_BYTES = 4;
/** Most UTF-8 bytes of one UTF-16 code unit. */
const MAX_UTF8_BYTES = 3;

/** Encodes a text[] in PostgreSQL's binary format, so that neither side has to escape or parse quotes. */
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
 * Rows for a statement, `… from ${unnestRows(rows, columns)}`, as one array per column, which costs the
 * database much less than parsing JSON. Personal values are encrypted when the statement is sent
 * (encrypted-columns.ts).
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
