import type { AppContext } from "../../core/app-context.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import type { Jobs } from "../../job/index.ts";
import { activityBulkRoutes } from "../bulk/routes.ts";
import { bannerRoutes } from "../banner/routes.ts";
import { createRoutes } from "./create-routes.ts";
import { draftRoutes } from "../draft/draft-routes.ts";
import { listRoutes } from "./list-routes.ts";
import type { ActivityConsolePorts } from "./ports.ts";
import { presenceStore } from "../draft/presence-store.ts";
import { publicationRoutes } from "./publication-routes.ts";
import { runSchedule } from "./scheduler.ts";
import { seatRoutes } from "./session-routes.ts";
import { versionRoutes } from "./version-routes.ts";

const HOUR = 3_600_000;

/**
 * Registers the console's calls of activities, which use the functions of the catalogue file and of its commands, and
 * starts what is planned at a time.
 */
export function registerActivityConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  ports: ActivityConsolePorts,
  jobs: Jobs,
): { close(): void } {
  listRoutes(context, calls, ports);
  createRoutes(context, calls);
  activityBulkRoutes(context, calls, { jobs, invalidatePages: ports.invalidatePages });
  draftRoutes(context, calls, ports);
  publicationRoutes(context, calls, ports);
  seatRoutes(context, calls, ports);
  versionRoutes(context, calls, ports);
  const banners = bannerRoutes(context, calls, ports);
  const { db, clock, tasks } = context;
  const timers = [
    banners,
    runSchedule(context, ports.invalidatePages),
    tasks.schedule("activity.purge", HOUR, () => presenceStore(db).purge(new Date(clock.now() - HOUR))),
  ];
  return {
    close: () => {
      for (const timer of timers) timer.stop();
    },
  };
}
