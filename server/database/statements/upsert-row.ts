import { isDeepStrictEqual } from "node:util";
import { sql, type RawBuilder } from "kysely";
import { fault } from "../../core/faults.ts";
import type { Database } from "../connection/database.ts";

/** A row by its columns; jsonb values are JSON text. */
export type ColumnValues = Readonly<Record<string, unknown>>;
export type UpsertRules = {
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Further columns of a new row: counters, and columns that others change later. */
  readonly whenAdded?: ColumnValues;
  /** Columns that cannot change after the row was added. */
  readonly fixed?: readonly string[];
  /** Columns that cannot change once a counter is above 0, since people already have them. */
  readonly fixedOnceCounted?: { readonly by: string; readonly columns: readonly string[] };
  /** A limit, and the counter that it may not fall below. */
  readonly minimum?: readonly [limit: string, counter: string];
};
export type UpsertResult = {
  readonly outcome: "added" | "changed" | "same";
  /** Changed columns. */
  readonly columns: readonly string[];
  /** Faults (core/faults.ts) of rejected values, by column; if there are any, nothing was written. */
  readonly conflicts: Readonly<Record<string, string>>;
};

/** Converts a value to the form in which the database returns it. */
function comparable(wanted: unknown, stored: unknown): unknown {
  const isJson = typeof wanted === "string" && typeof stored === "object" && stored !== null;
  return isJson && !(stored instanceof Date) ? (JSON.parse(wanted) as unknown) : wanted;
}
/** Columns whose wanted value differs from the stored one. */
export const changedColumns = (wanted: ColumnValues, stored: ColumnValues): string[] =>
  Object.keys(wanted).filter(
    (column) => !isDeepStrictEqual(comparable(wanted[column], stored[column]), stored[column]),
  );

/** Faults of a change, by column. */
export function upsertConflicts(
  wanted: ColumnValues,
  stored: ColumnValues,
  rules: UpsertRules,
): Record<string, string> {
  const changed = changedColumns(wanted, stored);
  const conflicts: Record<string, string> = {};
  for (const column of rules.fixed ?? [])
    if (changed.includes(column)) conflicts[column] = fault("immutable", JSON.stringify(stored[column]));
  const { by = "", columns = [] } = rules.fixedOnceCounted ?? {};
  const issued = stored[by];
  if (typeof issued === "number" && issued > 0)
    for (const column of columns)
      if (changed.includes(column))
        conflicts[column] = fault("issued", JSON.stringify(stored[column]), issued);
  const [limit = "", counter = ""] = rules.minimum ?? [];
  const [most, taken] = [wanted[limit], stored[counter]];
  if (typeof most === "number" && typeof taken === "number" && most < taken)
    conflicts[limit] = fault("belowTaken", taken);
  return conflicts;
}

/**
 * Adds a row, or changes the columns that differ; counters stay. Counters may change meanwhile, so the row is
 * compared again under a lock.
 * @param db a transaction
 */
export async function upsertRow(
  db: Database,
  table: string,
  row: ColumnValues,
  rules: UpsertRules,
): Promise<UpsertResult> {
  const which = sql.join(
    rules.key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  );
  const read = async (lock: RawBuilder<unknown>): Promise<ColumnValues | null> => {
    const { rows } =
      await sql<ColumnValues>`select * from ${sql.table(table)} where ${which} ${lock}`.execute(db);
    return rows[0] ?? null;
  };
  const seen = await read(sql``);
  if (seen === null) {
    const whole = { ...rules.whenAdded, ...row };
    const columns = Object.keys(whole);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(whole))})`.execute(db);
    return { outcome: "added", columns, conflicts: {} };
  }
  if (changedColumns(row, seen).length === 0) return { outcome: "same", columns: [], conflicts: {} };
  const stored = (await read(sql`for update`)) ?? seen;
  const columns = changedColumns(row, stored);
  const conflicts = upsertConflicts(row, stored, rules);
  if (columns.length > 0 && Object.keys(conflicts).length === 0) {
    const sets = columns.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
    await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${which}`.execute(db);
  }
  return { outcome: columns.length === 0 ? "same" : "changed", columns, conflicts };
}
