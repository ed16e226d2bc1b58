import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { holdings, type Holding } from "./holdings.ts";
import type { Person } from "./person.ts";
import { words } from "./words.ts";

export type Section = { name: string; title: string; rows: Record<string, unknown>[]; isCut: boolean };
/** Rows of one table that an export holds: somebody's events of half a year may be more. */
const ROWS_MOST = 5_000;

/** A person's rows of one table, opened, without the columns that are the server's own. */
async function rowsOf(db: Database, person: Person, holding: Holding): Promise<Record<string, unknown>[]> {
  const { table, of, shown = of, columns = sql`t.*`, hidden = [], newestBy } = holding;
  if (shown === null) return [];
  const order = newestBy === undefined ? sql`` : sql`order by ${sql.ref(newestBy)} desc`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns} from ${sql.table(table)} t where ${shown(person)} ${order} limit ${ROWS_MOST + 1}`.execute(
    db,
  );
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name))),
  );
}

/** Everything that is held about a person, table by table; those without a row are left out. */
export async function exportOf(db: Database, person: Person): Promise<Section[]> {
  const sections: Section[] = [];
  for (const holding of holdings) {
    const rows = await rowsOf(db, person, holding);
    const isCut = rows.length > ROWS_MOST;
    const { table: name } = holding;
    if (rows.length > 0)
      sections.push({ name, title: words.titles[name], rows: rows.slice(0, ROWS_MOST), isCut });
  }
  // What the person is, first; what they have done, after it.
  return sections.toReversed();
}

/** How many times the person did something since a moment, by the audit log. */
export async function countSince(db: Database, userId: string, action: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry
    where actor_id = ${userId} and action = ${action} and at_time > ${since}`.execute(db);
  return rows[0]?.count ?? 0;
}
