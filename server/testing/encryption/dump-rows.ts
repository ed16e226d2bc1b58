import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { encryptionBindings, encryptedColumns } from "../../database/encryption/encryption-bindings.ts";
import type { Keyring } from "../../database/encryption/keyring.ts";

/** Every row of every table as stored, not decrypted: `table (…)`. */
export async function dumpRows(db: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by 1`.execute(db);
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`
      select ${name} || ' ' || t::text as line from ${sql.table(name)} t`.execute(db);
    lines.push(...rows.map(({ line }) => line));
  }
  return lines;
}
/** Every encrypted text, decrypted: `table text`. */
export async function decryptAllTexts(db: Database, keyring: Keyring): Promise<string[]> {
  const lines: string[] = [];
  for (const { table, column, binding: place } of encryptedColumns) {
    const ids = sql.join(encryptionBindings[place].ids.map((id) => sql`${sql.ref(id)}::text`));
    const { rows } = await sql<{ kept: string; ids: string[] }>`
      select ${sql.ref(column)} as kept, array[${ids}] as ids from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db);
    const opened = rows.map((row) =>
      keyring.decrypt(row.kept, (named) => (named === place ? row.ids : null)),
    );
    lines.push(...opened.map((text) => `${table} ${text}`));
  }
  return lines;
}
/** Lines that contain one of the texts. */
export const linesContaining = (lines: readonly string[], texts: readonly string[]): string[] =>
  lines.filter((line) => texts.some((text) => line.includes(text)));
