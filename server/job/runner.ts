import type { FastifyBaseLogger } from "fastify";
import type { JobKindName } from "#contract/console/jobs.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../core/app-context.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { isOutage } from "../database/connection/outage.ts";
import { jobMessages } from "./messages.ts";
import {
  claimJob,
  finishJob,
  lockRow,
  nextRows,
  recordRow,
  renewLease,
  rowStates,
  type JobRow,
} from "./store.ts";

/** Name of the operator, and the text that they typed. */
type JobWords = { readonly by: string; readonly reason: string | null };
/** One row that a job works on. */
export type JobStep = {
  readonly subjectId: string;
  readonly jobArguments: Readonly<Record<string, unknown>>;
  readonly rowArguments: Readonly<Record<string, unknown>>;
  readonly words: JobWords;
  readonly scopes: readonly GrantScope[];
  readonly operatorId: string;
  readonly actor: AuditActor;
  /** ms */
  readonly now: number;
};
/** A bulk act of a feature. */
export type JobKind = {
  readonly name: JobKindName;
  /** Right that starting and undoing need. */
  readonly right: OperatorRight;
  /**
   * Changes one row in the given transaction, with its audit entry.
   * @returns what undoing needs: ids, times and fixed words
   * @throws Refusal if the row cannot be changed; its message is the fault
   */
  run(transaction: Database, step: JobStep): Promise<Readonly<Record<string, unknown>> | null>;
  /** Puts one row back. @throws Refusal if somebody changed it since; null: the act cannot be undone */
  readonly undo:
    | ((transaction: Database, step: JobStep, undo: Readonly<Record<string, unknown>>) => Promise<void>)
    | null;
  /** Runs after rows were committed, for example to invalidate what this process has cached of them. */
  afterRows?(): void;
};

/** Time after which another process goes on with a job whose process has ended, ms. */
const LEASE = 30_000;
/** Rows between two extensions of the lease. */
const BATCH = 20;
/** Longest fault that is kept, characters. */
const MAX_FAULT = 200;

/** Questions of a job about its operator. */
export type JobPorts = {
  /** Scopes of an operator for a right as they are now; null: locked or gone. */
  scopesOfOperator(db: Database, operatorId: string, right: OperatorRight): Promise<GrantScope[] | null>;
};
type RunnerContext = Pick<AppContext, "db" | "clock"> & { readonly log: FastifyBaseLogger };

type LockedRow = NonNullable<Awaited<ReturnType<typeof lockRow>>>;
const NO_WORDS: JobWords = { by: "", reason: null };

/** Everything that a kind gets for one row. @param now ms since the epoch */
const stepOf = (
  job: JobRow,
  { subject_id, arguments: rowArguments }: Pick<LockedRow, "subject_id" | "arguments">,
  now: number,
  scopes: readonly GrantScope[],
): JobStep => ({
  subjectId: subject_id,
  jobArguments: job.arguments,
  rowArguments: rowArguments ?? {},
  words: job.job_words === null ? NO_WORDS : (JSON.parse(job.job_words) as JobWords),
  scopes,
  operatorId: job.operator_id,
  actor: { kind: "operator", id: job.operator_id, host: "console" },
  now,
});

/**
 * Scopes of the job's operator, judged again for each row: one who was locked, or lost the right, changes nothing more.
 * @throws Refusal
 */
async function scopesNow(
  ports: JobPorts,
  transaction: Database,
  kind: JobKind,
  job: JobRow,
): Promise<GrantScope[]> {
  const scopes = await ports.scopesOfOperator(transaction, job.operator_id, kind.right);
  if (scopes === null) throw new Refusal("forbidden", { message: jobMessages.operatorLocked });
  if (scopes.length === 0) throw new Refusal("forbidden", { message: jobMessages.rightLost });
  return scopes;
}

/** Runs the rows of jobs one after the other; each row has its own transaction, which also records its outcome. */
export function createRunner(
  { db, clock, log }: RunnerContext,
  ports: JobPorts,
  kindOf: (name: JobKindName) => JobKind | undefined,
) {
  /**
   * Runs one row.
   * @returns false if another process has it
   * @throws an outage of the database, after which another run goes on
   */
  async function runRow(
    kind: JobKind,
    job: JobRow,
    state: "running" | "undoing",
    rowNo: number,
  ): Promise<boolean> {
    const states = rowStates[state];
    try {
      return await db.transaction().execute(async (transaction) => {
        const row = await lockRow(transaction, job.job_id, rowNo, states);
        if (row === null) return false;
        const step = stepOf(job, row, clock.now(), await scopesNow(ports, transaction, kind, job));
        const undo = state === "running" ? await kind.run(transaction, step) : null;
        if (state === "undoing") await kind.undo?.(transaction, step, row.undo ?? {});
        await recordRow(transaction, job.job_id, rowNo, states, { undo });
        return true;
      });
    } catch (error) {
      if (isOutage(error)) throw error;
      const isRefused = error instanceof Refusal;
      if (!isRefused) log.error({ err: error, job: job.job_id, row: rowNo }, "row of a job failed");
      const fault = (isRefused ? error.message : jobMessages.failed).slice(0, MAX_FAULT);
      await recordRow(db, job.job_id, rowNo, states, { fault });
      return true;
    }
  }
  async function runJob(job: JobRow): Promise<void> {
    const kind = kindOf(job.kind);
    if (kind === undefined || job.state === "done" || job.state === "undone") return;
    const { state } = job;
    for (;;) {
      const rows = await nextRows(db, job.job_id, rowStates[state], BATCH);
      let isOurs = false;
      for (const rowNo of rows) isOurs = (await runRow(kind, job, state, rowNo)) || isOurs;
      if (isOurs) kind.afterRows?.();
      const now = clock.now();
      if (rows.length === 0) await finishJob(db, job.job_id, state, new Date(now));
      // Another process has taken the job over, or has finished it.
      if (!isOurs) break;
      await renewLease(db, job.job_id, new Date(now + LEASE));
    }
  }
  return async (): Promise<void> => {
    for (;;) {
      const now = clock.now();
      const job = await claimJob(db, new Date(now), new Date(now + LEASE));
      if (job === null) return;
      await runJob(job);
    }
  };
}
