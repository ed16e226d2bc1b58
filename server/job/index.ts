import { listJobs, showJob, undoJob, type ConsoleJob, type JobKindName } from "#contract/console/jobs.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../core/app-context.ts";
import { withAuditEntry } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../http/console/operator.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import { jobMessages } from "./messages.ts";
import { createRunner, type JobKind, type JobPorts } from "./runner.ts";
import {
  beginUndo,
  findJobOf,
  insertJob,
  listFaults,
  listJobsOf,
  purgeJobs,
  type CountedJobRow,
  type NewJobRow,
} from "./store.ts";

export type { JobStep } from "./runner.ts";
export type { NewJobRow } from "./store.ts";

/** Rows of one bulk act. */
export const MAX_JOB_ROWS = 10_000;
/** Time in which a bulk act can be undone, and for which it is listed, ms. */
const UNDO_TIME = 24 * 3_600_000;
const RETENTION = 30 * UNDO_TIME;
const RUN_INTERVAL = 5_000;
const PURGE_INTERVAL = 3_600_000;

/** A bulk act as its feature starts it. */
type StartedJob = {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Text that the operator typed; encrypted, and deleted when the job has ended. */
  readonly reason?: string;
  readonly rows: readonly NewJobRow[];
};
/** Bulk acts of operators, which run in the background and go on after a restart (requirement CO37). */
export type Jobs = {
  /** Registers a kind of a feature. */
  define(kind: JobKind): void;
  /**
   * Starts a job of a kind: selects its rows and adds it with its audit entry in one transaction.
   * @param select gets the transaction and the scopes of the kind's right
   */
  start(
    caller: OperatorCaller,
    kind: JobKindName,
    select: (transaction: Database, scopes: GrantScope[]) => Promise<StartedJob>,
  ): Promise<{ jobId: string; count: number }>;
  /** Runs what is due now; resolves when nothing is. A job that was started runs soon without it. */
  run(): Promise<void>;
  /** Registers the calls about the caller's own jobs. */
  registerCalls(calls: OperatorRouter): void;
  close(): void;
};

/** Refuses a selection by filter whose number is another by now (requirement CO35). @throws Refusal "listChanged" */
export function mustBeUnchanged(expected: number, found: number): void {
  if (found !== expected)
    throw new Refusal("listChanged", {
      message: jobMessages.listChanged(expected, found),
      data: { before: expected, after: found },
    });
}
/** @throws Refusal "listChanged" for more rows than a job takes */
export function mustBeOfJobSize(found: number): void {
  if (found > MAX_JOB_ROWS) throw new Refusal("listChanged", { message: jobMessages.tooLong(MAX_JOB_ROWS) });
}

const isUndoable = (job: CountedJobRow, kind: JobKind | undefined, now: number): boolean =>
  kind?.undo !== null &&
  job.state === "done" &&
  job.done > 0 &&
  now < (job.finished_time?.getTime() ?? 0) + UNDO_TIME;

const presentJob = (job: CountedJobRow, kind: JobKind | undefined, now: number): ConsoleJob => ({
  jobId: job.job_id,
  kind: job.kind,
  state: job.state,
  count: job.row_count,
  done: job.done,
  refused: job.refused,
  undone: job.undone,
  createdTime: toShanghaiIso(job.created_time),
  finishedTime: job.finished_time && toShanghaiIso(job.finished_time),
  undoUntil:
    isUndoable(job, kind, now) && job.finished_time
      ? toShanghaiIso(new Date(job.finished_time.getTime() + UNDO_TIME))
      : null,
});

/** Runs a task again and again while somebody asks for it, one run at a time. */
function serialised(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.catch(() => {}).then(run);
    return last;
  };
}

type JobDesk = {
  readonly context: AppContext;
  readonly kinds: ReadonlyMap<JobKindName, JobKind>;
  /** Runs the jobs that are due, after the transaction that added one. */
  runSoon(): void;
};

/** Reads a job of the caller. @throws Refusal "notFound" for the jobs of others */
async function ownJob(db: Database, caller: OperatorCaller, jobId: string): Promise<CountedJobRow> {
  const job = await findJobOf(db, requireOperator(caller).operatorId, jobId);
  if (job === null) throw new Refusal("notFound");
  return job;
}

/** Starts a job: its rows are selected and stored in one transaction with its audit line. */
const jobStarter =
  ({ context, kinds, runSoon }: JobDesk): Jobs["start"] =>
  async (caller, kind, select) => {
    const { db, clock } = context;
    const { operatorId, name } = requireOperator(caller);
    const right = kinds.get(kind)?.right;
    if (right === undefined) throw new Error(`no job of the kind ${kind}`);
    const scopes = requireScopes(caller, right);
    const now = new Date(clock.now());
    const started = await withAuditEntry(
      db,
      async (transaction) => {
        const { arguments: given, reason = null, rows } = await select(transaction, scopes);
        const words = JSON.stringify({ by: name, reason });
        const job = { kind, operatorId, scopes, arguments: given, words, rows, now };
        return { jobId: await insertJob(transaction, job), count: rows.length };
      },
      ({ jobId }) => ({
        by: operatorAuditActor(caller),
        action: "job.start",
        about: { kind: "job", id: jobId },
        outcome: kind,
        now,
      }),
    );
    runSoon();
    return started;
  };

/** Undoes what a job has done, row by row. @throws Refusal "stateChanged" */
async function undoOwnJob(
  { context, kinds, runSoon }: JobDesk,
  caller: OperatorCaller,
  jobId: string,
): Promise<void> {
  const { db, clock } = context;
  const job = await ownJob(db, caller, jobId);
  const kind = kinds.get(job.kind);
  if (!kind || kind.undo === null) throw new Refusal("stateChanged", { message: jobMessages.notUndoable });
  const scopes = requireScopes(caller, kind.right);
  if (job.state !== "done") throw new Refusal("stateChanged", { message: jobMessages.notDone });
  const now = clock.now();
  if (!isUndoable(job, kind, now)) throw new Refusal("stateChanged", { message: jobMessages.tooLate });
  await withAuditEntry(
    db,
    async (transaction) => {
      if (!(await beginUndo(transaction, jobId, scopes, new Date(now))))
        throw new Refusal("stateChanged", { message: jobMessages.notDone });
    },
    () => ({
      by: operatorAuditActor(caller),
      action: "job.undo",
      about: { kind: "job", id: jobId },
      outcome: job.kind,
      now: new Date(now),
    }),
  );
  runSoon();
}

/** Registers the calls about the caller's own jobs. */
function registerJobCalls(desk: JobDesk, calls: OperatorRouter): void {
  const { db, clock } = desk.context;
  const present = (job: CountedJobRow): ConsoleJob => presentJob(job, desk.kinds.get(job.kind), clock.now());
  calls.on(listJobs, async (_args, caller) => ({
    jobs: (await listJobsOf(db, requireOperator(caller).operatorId)).map(present),
  }));
  calls.on(showJob, async ({ jobId }, caller) => {
    const job = await ownJob(db, caller, jobId);
    const faults = await listFaults(db, jobId);
    return {
      job: present(job),
      faults: faults.map(({ row_no, subject_id, fault }) => ({ row: row_no, id: subject_id, fault })),
    };
  });
  calls.on(undoJob, async ({ jobId }, caller) => {
    await undoOwnJob(desk, caller, jobId);
    return { job: present(await ownJob(db, caller, jobId)) };
  });
}

/** Creates the jobs of the console: bulk acts that go on after a restart. */
export function createJobs(context: AppContext, ports: JobPorts): Jobs {
  const { db, clock, log, tasks } = context;
  const kinds = new Map<JobKindName, JobKind>();
  const run = serialised(createRunner(context, ports, (name) => kinds.get(name)));
  const timers = [
    tasks.schedule("jobs", RUN_INTERVAL, run),
    tasks.schedule("job.purge", PURGE_INTERVAL, () => purgeJobs(db, new Date(clock.now() - RETENTION))),
  ];
  const runSoon = (): void =>
    void setImmediate(
      () => void run().catch((error: unknown) => log.warn({ err: error }, "periodic task failed")),
    );
  const desk = { context, kinds, runSoon };
  return {
    define: (kind) => void kinds.set(kind.name, kind),
    start: jobStarter(desk),
    run,
    registerCalls: (calls) => registerJobCalls(desk, calls),
    close: () => {
      for (const timer of timers) timer.stop();
    },
  };
}
