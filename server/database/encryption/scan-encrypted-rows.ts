import { sql, type RawBuilder } from "kysely";
import type { Database } from "../connection/database.ts";
import { encryptionBindings, type encryptedColumns } from "./encryption-bindings.ts";

type ScannedColumn = (typeof encryptedColumns)[number];
/** A scanned row: its key, the ids that its text is bound to, and the text if it is wanted. */
export type EncryptedRow = {
  readonly row_key: readonly string[];
  readonly ids: string[];
  readonly old: string | null;
};

/** Rows per statement: read within a second, however large the table is. */
const ROWS_PER_STEP = 1_000;

/**
 * Reads all rows of a column with encrypted texts, in steps by key, so that no statement reads a whole table.
 * @param wanted condition of the texts to return
 */
export async function* scanEncryptedRows(
  db: Database,
  { table, keys, column, binding: place }: ScannedColumn,
  wanted: (text: RawBuilder<unknown>) => RawBuilder<unknown>,
): AsyncGenerator<EncryptedRow[]> {
  const text = sql.ref(column);
  const key = sql.join(keys.map((name) => sql.ref(name)));
  const asText = (names: readonly string[]) => sql.join(names.map((name) => sql`${sql.ref(name)}::text`));
  for (let after: readonly string[] | undefined; ;) {
    const from = after === undefined ? sql`` : sql`where (${key}) > (${sql.join(after)})`;
    const { rows } = await sql<EncryptedRow>`
      select array[${asText(keys)}] as row_key, array[${asText(encryptionBindings[place].ids)}] as ids,
        case when ${text} <> '' and ${wanted(text)} then ${text} end as old
      from ${sql.table(table)} ${from} order by ${key} limit ${ROWS_PER_STEP}`.execute(db);
    yield rows;
    after = rows.at(-1)?.row_key;
    if (rows.length < ROWS_PER_STEP || after === undefined) return;
  }
}

/** Whether a column has a text that matches the condition. */
export async function hasEncryptedRow(
  db: Database,
  kept: ScannedColumn,
  wanted: (text: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<boolean> {
  for await (const rows of scanEncryptedRows(db, kept, wanted))
    if (rows.some(({ old }) => old !== null)) return true;
  return false;
}
