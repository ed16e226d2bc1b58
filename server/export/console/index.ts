import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { purgeExports } from "./export-store.ts";
import { registerExportCalls } from "./routes.ts";
import { createExportRunner, type ExportRunnerContext } from "./runner.ts";

const RUN_INTERVAL = 5_000;
const PURGE_INTERVAL = 60_000;
/** Time for which a file is listed, ms. */
const RETENTION = 30 * 86_400_000;

/** Files of the console's lists. */
export type Exports = {
  /** Makes the files that are due now; resolves when none is. A file that was asked for is made soon without it. */
  run(): Promise<void>;
  /** Deletes files whose time is over. */
  purge(): Promise<void>;
  close(): void;
};

/** Creates the files of the console's lists: jobs that go on after a restart (requirement CO98). */
export function createExports(
  context: AppContext,
  calls: OperatorRouter,
  { findOperator }: Pick<ExportRunnerContext, "findOperator">,
): Exports {
  const { db, clock, log, tasks } = context;
  const runOnce = createExportRunner({ db, clock, log, calls, findOperator });
  let last: Promise<void> = Promise.resolve();
  // One run at a time: a process makes one file at a time.
  const run = (): Promise<void> => {
    last = last.catch(() => {}).then(runOnce);
    return last;
  };
  const purge = (): Promise<void> => {
    const now = clock.now();
    return purgeExports(db, new Date(now), new Date(now - RETENTION));
  };
  const timers = [
    tasks.schedule("exports", RUN_INTERVAL, run),
    tasks.schedule("export.purge", PURGE_INTERVAL, purge),
  ];
  let isOpen = true;
  const runSoon = (): void =>
    void setImmediate(() => {
      if (isOpen) run().catch((error: unknown) => log.warn({ err: error }, "periodic task failed"));
    });
  registerExportCalls({ context, calls, runSoon });
  return {
    run,
    purge,
    close: () => {
      isOpen = false;
      for (const timer of timers) timer.stop();
    },
  };
}
