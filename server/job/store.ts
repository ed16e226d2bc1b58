import { sql } from "kysely";
import type { JobKindName } from "#contract/console/jobs.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../database/connection/database.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";
import { newId } from "../core/ids.ts";

type JobState = "running" | "done" | "undoing" | "undone";
export type JobRow = {
  job_id: string;
  kind: JobKindName;
  operator_id: string;
  scopes: GrantScope[];
  arguments: Record<string, unknown>;
  /** JSON of `JobWords`; null once the job has ended. */
  job_words: string | null;
  state: JobState;
  row_count: number;
  created_time: Date;
  finished_time: Date | null;
};
/** A job with the numbers of its rows by state. */
export type CountedJobRow = JobRow & { done: number; refused: number; undone: number };
/** A row that a job works on, by its id. */
export type NewJobRow = {
  readonly subjectId: string;
  /** Why it is not attempted; null: it is. */
  readonly fault: string | null;
  readonly arguments?: Readonly<Record<string, unknown>>;
};
export type NewJob = {
  readonly kind: JobKindName;
  readonly operatorId: string;
  readonly scopes: readonly GrantScope[];
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly words: string;
  readonly rows: readonly NewJobRow[];
  readonly now: Date;
};

/** Adds a job with its rows. @returns its id */
export async function insertJob(transaction: Database, job: NewJob): Promise<string> {
  const jobId = newId();
  await sql`
    insert into job (job_id, kind, operator_id, scopes, arguments, job_words, state, row_count, created_time, lease_time)
    values (${jobId}, ${job.kind}, ${job.operatorId}, ${JSON.stringify(job.scopes)}::jsonb,
      ${JSON.stringify(job.arguments)}::jsonb, ${encryptedText(job.words, "job", jobId)}, 'running',
      ${job.rows.length}, ${job.now}, ${job.now})`.execute(transaction);
  const rows = job.rows.map(({ subjectId, fault, arguments: given = null }, at) => ({
    row_no: at + 1,
    subject_id: subjectId,
    fault,
    arguments: given,
  }));
  await sql`
    insert into job_row (job_id, row_no, subject_id, state, fault, arguments)
    select ${jobId}, r.row_no, r.subject_id, case when r.fault is null then 'pending' else 'refused' end, r.fault, r.arguments
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (row_no int, subject_id text, fault text, arguments jsonb)`.execute(transaction);
  return jobId;
}

const countedColumns = sql`j.*,
  (select count(*)::int from job_row r where r.job_id = j.job_id and r.state in ('done', 'kept')) as done,
  (select count(*)::int from job_row r where r.job_id = j.job_id and r.state = 'refused') as refused,
  (select count(*)::int from job_row r where r.job_id = j.job_id and r.state = 'undone') as undone`;
const MAX_JOBS = 50;
export async function listJobsOf(db: Database, operatorId: string): Promise<CountedJobRow[]> {
  const { rows } = await sql<CountedJobRow>`
    select ${countedColumns} from job j where j.operator_id = ${operatorId}
    order by j.created_time desc, j.job_id desc limit ${MAX_JOBS}`.execute(db);
  return rows;
}
/** Finds a job of an operator; null: none, or another's. */
export async function findJobOf(
  db: Database,
  operatorId: string,
  jobId: string,
): Promise<CountedJobRow | null> {
  const { rows } = await sql<CountedJobRow>`
    select ${countedColumns} from job j where j.job_id = ${jobId} and j.operator_id = ${operatorId}`.execute(
    db,
  );
  return rows[0] ?? null;
}
type FaultRow = { row_no: number; subject_id: string; fault: string };
const MAX_FAULTS = 1_000;
/** Rows that were not changed, or not put back. */
export async function listFaults(db: Database, jobId: string): Promise<FaultRow[]> {
  const { rows } = await sql<FaultRow>`
    select row_no, subject_id, fault from job_row where job_id = ${jobId} and fault is not null
    order by row_no limit ${MAX_FAULTS}`.execute(db);
  return rows;
}

/**
 * Takes over the oldest job on which no process works.
 * @param until end of the lease, which `renewLease` extends
 */
export async function claimJob(db: Database, now: Date, until: Date): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`
    update job set lease_time = ${until} where job_id = (
      select job_id from job where state in ('running', 'undoing') and lease_time <= ${now}
      order by created_time, job_id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0] ?? null;
}
export async function renewLease(db: Database, jobId: string, until: Date): Promise<void> {
  await sql`update job set lease_time = ${until} where job_id = ${jobId}`.execute(db);
}

/** State of the rows that a job's state works on, and those that follow. */
export const rowStates = {
  running: { from: "pending", done: "done", refused: "refused" },
  undoing: { from: "done", done: "undone", refused: "kept" },
} as const;
type RowState = (typeof rowStates)["running" | "undoing"];

/** Numbers of the next rows of a job. */
export async function nextRows(
  db: Database,
  jobId: string,
  { from }: RowState,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ row_no: number }>`
    select row_no from job_row where job_id = ${jobId} and state = ${from} order by row_no limit ${limit}`.execute(
    db,
  );
  return rows.map(({ row_no }) => row_no);
}
export type LockedJobRow = {
  subject_id: string;
  arguments: Record<string, unknown> | null;
  undo: Record<string, unknown> | null;
};
/** Locks a row of a job that is still to be worked on; null: another process has it, or has done it. */
export async function lockRow(
  transaction: Database,
  jobId: string,
  rowNo: number,
  { from }: RowState,
): Promise<LockedJobRow | null> {
  const { rows } = await sql<LockedJobRow>`
    select subject_id, arguments, undo from job_row
    where job_id = ${jobId} and row_no = ${rowNo} and state = ${from} for update skip locked`.execute(
    transaction,
  );
  return rows[0] ?? null;
}
type RowOutcome = { readonly undo: Readonly<Record<string, unknown>> | null } | { readonly fault: string };
/** Records the outcome of a row that is still to be worked on. */
export async function recordRow(
  db: Database,
  jobId: string,
  rowNo: number,
  states: RowState,
  outcome: RowOutcome,
): Promise<void> {
  const isDone = "undo" in outcome;
  await sql`
    update job_row set state = ${isDone ? states.done : states.refused}, fault = ${isDone ? null : outcome.fault},
      undo = ${isDone && outcome.undo ? JSON.stringify(outcome.undo) : null}::jsonb
    where job_id = ${jobId} and row_no = ${rowNo} and state = ${states.from}`.execute(db);
}

/** Ends a job without rows to work on, and deletes its words. */
export async function finishJob(
  db: Database,
  jobId: string,
  state: "running" | "undoing",
  now: Date,
): Promise<void> {
  await sql`
    update job j set state = ${state === "running" ? "done" : "undone"}, finished_time = ${now}, job_words = null
    where job_id = ${jobId} and state = ${state} and not exists (
      select from job_row r where r.job_id = j.job_id and r.state = ${rowStates[state].from})`.execute(db);
}
/** Begins to undo a finished job. @returns whether it does; false if somebody else began */
export async function beginUndo(
  transaction: Database,
  jobId: string,
  scopes: readonly GrantScope[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update job set state = 'undoing', scopes = ${JSON.stringify(scopes)}::jsonb, lease_time = ${now}
    where job_id = ${jobId} and state = 'done' returning 1`.execute(transaction);
  return rows.length > 0;
}

/** Deletes jobs that ended before a time, with their rows. */
export async function purgeJobs(db: Database, before: Date): Promise<void> {
  await sql`delete from job where state in ('done', 'undone') and finished_time < ${before}`.execute(db);
}
