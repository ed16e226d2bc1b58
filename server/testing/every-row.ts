import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** Every row of every table as it stands in the database, unopened: `table (…)`. */
export async function everyRow(db: Database): Promise<string[]> {
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
/** Those in which one of some texts stands. */
export const naming = (lines: readonly string[], texts: readonly string[]): string[] =>
  lines.filter((line) => texts.some((text) => line.includes(text)));
