import { sql, type RawBuilder } from "kysely";
import type { Database } from "./database.ts";
import { places, type sealedColumns } from "./places.ts";

type Kept = (typeof sealedColumns)[number];
/** A row of a step: what tells it apart, what its text is bound to, and the text, where it is asked for. */
export type SealedRow = {
  readonly row_key: readonly string[];
  readonly ids: string[];
  readonly old: string | null;
};

/** Rows that one statement reads: few enough for a second, however large the table is. */
const STEP = 1_000;

/**
 * All rows of a column with sealed texts, in steps by their keys, so that no statement reads all of a table.
 * @param wanted which texts come along
 */
export async function* sealedRows(
  db: Database,
  { table, keys, column, place }: Kept,
  wanted: (text: RawBuilder<unknown>) => RawBuilder<unknown>,
): AsyncGenerator<SealedRow[]> {
  const text = sql.ref(column);
  const key = sql.join(keys.map((name) => sql.ref(name)));
  const asText = (names: readonly string[]) => sql.join(names.map((name) => sql`${sql.ref(name)}::text`));
  for (let after: readonly string[] | undefined; ;) {
    const from = after === undefined ? sql`` : sql`where (${key}) > (${sql.join(after)})`;
    const { rows } = await sql<SealedRow>`
      select array[${asText(keys)}] as row_key, array[${asText(places[place].ids)}] as ids,
        case when ${text} <> '' and ${wanted(text)} then ${text} end as old
      from ${sql.table(table)} ${from} order by ${key} limit ${STEP}`.execute(db);
    yield rows;
    after = rows.at(-1)?.row_key;
    if (rows.length < STEP || after === undefined) return;
  }
}

/** Whether a column has a text that is asked for. */
export async function someSealed(
  db: Database,
  kept: Kept,
  wanted: (text: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<boolean> {
  for await (const rows of sealedRows(db, kept, wanted))
    if (rows.some(({ old }) => old !== null)) return true;
  return false;
}
