import type { FastifyBaseLogger } from "fastify";
import {
  EXPORT_HOURS,
  MAX_EXPORT_ROWS,
  MAX_FULL_EXPORT_ROWS,
  exportLists,
  type ExportFailure,
} from "#contract/console/export/exports.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { isOutage } from "../../database/connection/outage.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { withListPageRows } from "../../http/console/list-size.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import type { Operator } from "../../http/console/operator.ts";
import { beginFile, type FileInProgress } from "../file/build-file.ts";
import { aboutLines } from "./about.ts";
import type { ExportCell, ExportList } from "./export-list.ts";
import type { ExportJobRow } from "./export-store.ts";
import { exportListOf } from "./lists.ts";
import {
  addExportPeople,
  claimExport,
  failExport,
  finishExport,
  releaseExport,
  renewExport,
  type ExportAttempt,
} from "./making-store.ts";
import { exportFileMessages } from "./messages.ts";
import { findRowPeople } from "./people-store.ts";
import { asExporter, columnsOf, readExportPage, type ExportPage, type ExportRequest } from "./request.ts";

/** Time after which another process begins a file again whose process has ended, ms. */
const LEASE = 60_000;
/** Interval in which the lease is extended while the thread builds the file, ms. */
const RENEWAL = 15_000;
/** Rows that are read, decrypted and handed to the thread at a time: few enough not to hold requests up. */
const PAGE_ROWS = 500;
/** Bytes of a stored part of a file. */
const PART_BYTES = 262_144;

/** Why a file is not made. */
class ExportFailed extends Error {
  readonly failure: ExportFailure;
  constructor(failure: ExportFailure) {
    super(failure);
    this.failure = failure;
  }
}
/** The attempt is over without a result: it was cancelled, taken over, or someone in it was erased. */
class AttemptOver extends Error {}

export type ExportRunnerContext = Pick<AppContext, "db" | "clock"> & {
  readonly log: FastifyBaseLogger;
  readonly calls: Pick<OperatorRouter, "read">;
  /** The operator with the grants of now; null: removed or locked. */
  readonly findOperator: (db: Database, operatorId: string) => Promise<Operator | null>;
};

/** Writes the cells of a page; rows of people who are gone meanwhile are left out. */
async function writePage(
  { db }: Pick<ExportRunnerContext, "db">,
  attempt: ExportAttempt,
  list: ExportList,
  { columns, isFull }: { readonly columns: ExportList["columns"]; readonly isFull: boolean },
  page: ExportPage,
): Promise<ExportCell[][]> {
  const { person } = list;
  if (person === undefined) return page.rows.map((row) => columns.map(({ cell }) => cell(row)));
  const people = await findRowPeople(db, person.kind, page.rows.map(person.id));
  const userIds = [...new Set([...people.values()].map(({ user_id }) => user_id))];
  if (!(await addExportPeople(db, attempt, userIds))) throw new AttemptOver();
  return page.rows.flatMap((row) => {
    const found = people.get(person.id(row));
    if (found === undefined) return [];
    return [
      columns.map(({ cell, isMobile }) => (isMobile === true && isFull ? (found.mobile ?? null) : cell(row))),
    ];
  });
}

/** Reads all rows into the file, as the operator's grants of now show them. @returns their number */
async function writeRows(
  context: ExportRunnerContext,
  job: ExportJobRow,
  request: ExportRequest,
  file: FileInProgress,
): Promise<number> {
  const { db, clock, calls, findOperator } = context;
  const list = exportListOf[job.list];
  const wanted = { columns: columnsOf(list, request.columns), isFull: job.is_full };
  const most = job.is_full ? MAX_FULL_EXPORT_ROWS : MAX_EXPORT_ROWS;
  let count = 0;
  let cursor: string | null = null;
  do {
    const operator = await findOperator(db, job.operator_id);
    if (operator === null) throw new ExportFailed("noRight");
    const exporter = asExporter(operator, list, job.is_full);
    const position = { asOf: job.as_of, cursor };
    const page: ExportPage = await withListPageRows(PAGE_ROWS, () =>
      readExportPage(calls, list, exporter, request, position),
    );
    const rows = await writePage(context, job, list, wanted, page);
    count += rows.length;
    if (count > most) throw new ExportFailed(job.is_full ? "tooManyFull" : "tooMany");
    file.add(rows);
    if (!(await renewExport(db, job, count, new Date(clock.now() + LEASE)))) throw new AttemptOver();
    cursor = page.next;
  } while (cursor !== null);
  return count;
}

/** Parts of a file as base64. */
function* partsOf(bytes: Uint8Array): Generator<string> {
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    yield Buffer.from(bytes.subarray(at, at + PART_BYTES)).toString("base64");
}

/** Makes one file. @throws ExportFailed, AttemptOver, Refusal, or an outage of the database */
async function makeFile(context: ExportRunnerContext, job: ExportJobRow): Promise<void> {
  const { db, clock, findOperator } = context;
  const request = JSON.parse(job.export_request) as ExportRequest;
  const list = exportListOf[job.list];
  const heads = columnsOf(list, request.columns).map(({ label }) => label);
  const sheets = { about: exportFileMessages.about.sheet, rows: exportLists[job.list] };
  const file = beginFile({ format: job.format, heads, sheets });
  let rowCount = 0;
  const renewal = setInterval(
    () => void renewExport(db, job, rowCount, new Date(clock.now() + LEASE)).catch(() => {}),
    RENEWAL,
  );
  try {
    rowCount = await writeRows(context, job, request, file);
    const by = (await findOperator(db, job.operator_id))?.name ?? "";
    const about = aboutLines(job, list, request, { by, rowCount });
    const { bytes, checksum } = await file.finish(about, exportFileMessages.about.checksum);
    const now = clock.now();
    const finished = { parts: partsOf(bytes), bytes: bytes.length, checksum, rowCount, now: new Date(now) };
    const expires = new Date(now + EXPORT_HOURS * 3_600_000);
    const isFinished = await withAuditEntry(
      db,
      (transaction) => finishExport(transaction, job, { ...finished, expires }),
      (isDone) => (isDone ? auditEntry(job, `${job.list} made ${rowCount} rows`, now) : null),
    );
    if (!isFinished) throw new AttemptOver();
  } finally {
    clearInterval(renewal);
    await file.close();
  }
}

const auditEntry = (job: ExportJobRow, outcome: string, now: number) => ({
  by: { kind: "operator", id: job.operator_id, host: "console" } as const,
  action: "export.make" as const,
  about: { kind: "export", id: job.export_id },
  outcome,
  now: new Date(now),
});

/** Why a file failed; null: another attempt may succeed. */
function failureOf(error: unknown): ExportFailure | null {
  if (error instanceof AttemptOver || isOutage(error)) return null;
  if (error instanceof ExportFailed) return error.failure;
  if (!(error instanceof Refusal)) return "internal";
  return error.refusal === "forbidden" || error.refusal === "notFound" ? "noRight" : "refused";
}

/** Creates the function that makes the files that are due, one after the other. */
export function createExportRunner(context: ExportRunnerContext): () => Promise<void> {
  const { db, clock, log } = context;
  async function run(job: ExportJobRow): Promise<void> {
    try {
      await makeFile(context, job);
    } catch (error) {
      const failure = failureOf(error);
      const now = clock.now();
      if (failure === "internal") log.error({ err: error, export: job.export_id }, "export failed");
      if (failure === null) {
        // After an outage the lease runs out first, so that the database is not asked again at once.
        if (isOutage(error)) throw error;
        return releaseExport(db, job, new Date(now));
      }
      await withAuditEntry(
        db,
        (transaction) => failExport(transaction, job, failure, new Date(now)),
        (isDone) => (isDone ? auditEntry(job, `${job.list} failed ${failure}`, now) : null),
      );
    }
  }
  return async () => {
    for (;;) {
      const now = clock.now();
      const job = await claimExport(db, new Date(now), new Date(now + LEASE));
      if (job === null) return;
      await run(job);
    }
  };
}
