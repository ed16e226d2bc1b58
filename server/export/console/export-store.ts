import { sql } from "kysely";
import {
  EXPORT_HOURS,
  MAX_WAITING_EXPORTS,
  type ExportFailure,
  type ExportFormat,
  type ExportListName,
  type ExportState,
} from "#contract/console/export/exports.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import type { ListOrderPage } from "./page-query.ts";

/** A file that was asked for. */
export type ExportJobRow = {
  export_id: string;
  operator_id: string;
  list: ExportListName;
  format: ExportFormat;
  is_full: boolean;
  /** JSON of `ExportRequest`. */
  export_request: string;
  state: ExportState;
  failure: ExportFailure | null;
  expected: number;
  is_expected_exact: boolean;
  row_count: number;
  attempt: number;
  as_of: Date;
  created_time: Date;
  finished_time: Date | null;
  expires_time: Date | null;
  fetched_time: Date | null;
  bytes: number | null;
  checksum: string | null;
};
export type NewExport = {
  readonly operatorId: string;
  readonly list: ExportListName;
  readonly format: ExportFormat;
  readonly isFull: boolean;
  readonly request: string;
  /** The request is deleted with its file. */
  readonly namesPerson: boolean;
  readonly columns: readonly string[];
  readonly expected: number;
  readonly isExpectedExact: boolean;
  /** Moment as of which the rows are read. */
  readonly asOf: Date;
  readonly now: Date;
};

/**
 * Adds a file that is to be made, and keeps the operator's choice of columns. The operator's row is locked, so that
 * requests at once are counted.
 * @returns its id; null: too many of the operator's files are waiting
 */
export async function insertExport(transaction: Database, wanted: NewExport): Promise<string | null> {
  const { operatorId, list, format, isFull, request, columns, expected, isExpectedExact, asOf, now } = wanted;
  const exportId = newId();
  await sql`select from operator where operator_id = ${operatorId} for update`.execute(transaction);
  const { rows } = await sql`
    insert into export_job (export_id, operator_id, list, format, is_full, export_request, state, expected,
      is_expected_exact, lease_time, as_of, created_time, names_person)
    select ${exportId}, ${operatorId}, ${list}, ${format}, ${isFull}::boolean,
      ${encryptedText(request, "exportrequest", exportId)}, 'waiting', ${expected}::int,
      ${isExpectedExact}::boolean, ${now}, ${asOf}, ${now}, ${wanted.namesPerson}::boolean
    where (select count(*) from export_job where operator_id = ${operatorId} and state = 'waiting') < ${MAX_WAITING_EXPORTS}::int
    returning 1`.execute(transaction);
  if (rows.length === 0) return null;
  await sql`insert into export_choice (operator_id, list, columns, format)
    values (${operatorId}, ${list}, ${JSON.stringify(columns)}::jsonb, ${format})
    on conflict (operator_id, list) do update set columns = excluded.columns, format = excluded.format`.execute(
    transaction,
  );
  return exportId;
}

/** Finds one of an operator's files; null: none, or another's. */
export async function findExportOf(
  db: Database,
  operatorId: string,
  exportId: string,
): Promise<ExportJobRow | null> {
  const { rows } = await sql<ExportJobRow>`
    select * from export_job where export_id = ${exportId} and operator_id = ${operatorId}`.execute(db);
  return rows[0] ?? null;
}
/** Sortable columns of the list of files. */
export const exportSorts = {
  sorts: { created: { expression: sql`e.created_time`, type: "timestamptz" } },
  id: sql`e.export_id`,
  defaultSort: { by: "created", isDescending: true },
} as const;
type ExportChoice = { columns: string[]; format: ExportFormat };
export async function findExportChoice(
  db: Database,
  operatorId: string,
  list: ExportListName,
): Promise<ExportChoice | null> {
  const { rows } = await sql<ExportChoice>`
    select columns, format from export_choice where operator_id = ${operatorId} and list = ${list}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Lists an operator's files; a file whose time is over is shown as ended. */
export async function listExportsOf(
  db: Database,
  operatorId: string,
  filter: {
    readonly exportId?: string | undefined;
    readonly list?: ExportListName | undefined;
    readonly states?: readonly ExportState[] | undefined;
  },
  page: ListOrderPage,
): Promise<{ rows: (ExportJobRow & { row_id: string; sort_key: string })[]; counted: number }> {
  const state = sql`case when e.state = 'ready' and e.expires_time <= ${page.now} then 'ended' else e.state end`;
  const from = sql`from export_job e where e.operator_id = ${operatorId} and e.created_time <= ${page.asOf}
    and (${filter.exportId ?? null}::text is null or e.export_id = ${filter.exportId ?? null}::text)
    and (${filter.list ?? null}::text is null or e.list = ${filter.list ?? null}::text)
    and (${filter.states === undefined}::boolean or ${state} = any(${[...(filter.states ?? [])]}::text[]))`;
  const { rows } = await sql<ExportJobRow & { row_id: string; sort_key: string }>`
    select e.*, ${state} as state, e.export_id as row_id, ${page.key} as sort_key ${from} and ${page.after}
    order by ${page.order} limit ${page.limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} limit ${page.countLimit}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}

/** Ends a file before its time and deletes its content. @returns false: there is nothing to end */
export async function cancelExportRow(
  transaction: Database,
  operatorId: string,
  exportId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update export_job set state = case when state = 'ready' then 'ended' else 'cancelled' end, finished_time = ${now}
    where export_id = ${exportId} and operator_id = ${operatorId} and state in ('waiting', 'ready')
    returning 1`.execute(transaction);
  if (rows.length === 0) return false;
  await deleteContent(transaction, [exportId]);
  return true;
}

/** Deletes the content of files, and who is in it. */
async function deleteContent(db: Database, exportIds: readonly string[]): Promise<void> {
  const those = sql`export_id = any(${[...exportIds]}::text[])`;
  await sql`delete from export_part where ${those}`.execute(db);
  await sql`delete from export_person where ${those}`.execute(db);
}

/**
 * Ends files whose time is over, and deletes the entries of files that were asked for before a time; entries that name a
 * person go with their file.
 */
export async function purgeExports(db: Database, now: Date, before: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ export_id: string }>`
      update export_job set state = 'ended' where state = 'ready' and expires_time <= ${now}
      returning export_id`.execute(transaction);
    await deleteContent(
      transaction,
      rows.map(({ export_id }) => export_id),
    );
    const dayBefore = new Date(now.getTime() - EXPORT_HOURS * 3_600_000);
    await sql`delete from export_job where state <> 'waiting'
      and (created_time < ${before} or (names_person and state <> 'ready' and created_time < ${dayBefore}))`.execute(
      transaction,
    );
  });
}
