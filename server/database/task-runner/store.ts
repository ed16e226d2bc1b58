import { sql } from "kysely";
import type { Database } from "../connection/database.ts";

/** Run of a task to be stored; its end as an age by this machine's clock, since only the database's time is compared. */
export type FinishedRun = {
  readonly name: string;
  /** Time since its end, s. */
  readonly age: number;
  readonly has_failed: boolean;
  readonly seconds: number;
};
/** Outcome of a request for the role. `left`: time until the lease of its holder ends, s. */
export type LeaseOutcome = { readonly is_held: boolean; readonly left: number };

/** The rows of `runs` as values to insert. */
const rowsOf = (runs: readonly FinishedRun[]) => sql`
  select name, clock_timestamp() - make_interval(secs => age), has_failed, seconds
  from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb)
    as run (name text, age float8, has_failed boolean, seconds real)`;
const onConflict = sql`
  on conflict (name) do update set run_time = excluded.run_time, has_failed = excluded.has_failed,
    seconds = excluded.seconds`;

/** The role of the process that runs the periodic tasks of the installation. */
export const taskRunnerStore = (db: Database) => ({
  /**
   * Takes the role if nobody holds it, or renews its lease, and stores the runs if the role is held. The row is compared and
   * changed under its lock, so that of several takers at once one gets it.
   * @param isAlone no other process can use this database: takes the role also from a process that was killed
   */
  async lease(
    holder: string,
    seconds: number,
    { isAlone, runs }: { readonly isAlone: boolean; readonly runs: readonly FinishedRun[] },
  ): Promise<LeaseOutcome> {
    const { rows } = await sql<LeaseOutcome>`
      with taken as (
        insert into task_runner as known (role, holder, leased_until)
        values ('installation', ${holder}::uuid, clock_timestamp() + make_interval(secs => ${seconds}))
        on conflict (role) do update set holder = excluded.holder, leased_until = excluded.leased_until
        where known.holder = excluded.holder or known.leased_until <= clock_timestamp() or ${isAlone}
        returning 1
      ), stored as (
        insert into periodic_task (name, run_time, has_failed, seconds)
        select run.* from (${rowsOf(runs)}) as run where exists (select from taken)
        ${onConflict}
      )
      select exists (select from taken) as is_held,
        coalesce((select extract(epoch from leased_until - clock_timestamp()) from task_runner), ${seconds})::float8
          as left`.execute(db);
    return rows[0] ?? { is_held: false, left: seconds };
  },
  /** Gives the role up if it is held, stores the runs, and notifies the other processes (cache-invalidation.ts). */
  async release(holder: string, runs: readonly FinishedRun[]): Promise<void> {
    await sql`
      with released as (
        update task_runner set leased_until = clock_timestamp() where holder = ${holder}::uuid returning 1
      ), stored as (
        insert into periodic_task (name, run_time, has_failed, seconds)
        select run.* from (${rowsOf(runs)}) as run where exists (select from released)
        ${onConflict}
      )
      insert into content_change (topic) select 'task-runner' from released`.execute(db);
  },
  /** Last runs of all tasks, with their age in s. */
  async listRuns(): Promise<FinishedRun[]> {
    const { rows } = await sql<FinishedRun>`
      select name, extract(epoch from clock_timestamp() - run_time)::float8 as age, has_failed, seconds
      from periodic_task`.execute(db);
    return rows;
  },
});
