import { getLastMaintenanceOrg, listActivityUserSeries } from "#contract/car/car.ts";
import { activityNotFound } from "../activity/index.ts";
import { requireUser } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { carMessages } from "./messages.ts";
import type { Database } from "../database/connection/database.ts";
import { carStore, recordVisits, type MaintenanceVisit, type VisitOutcome } from "./store.ts";

export type Cars = {
  /** Stores visits to workshops in the transaction. @returns one outcome for each, in their order */
  recordVisits(db: Database, visits: readonly MaintenanceVisit[]): Promise<VisitOutcome[]>;
};

/** Registers the calls about the caller's own cars: their series, and the last workshop (requirements U23, U28). */
export function createCars(context: AppContext, calls: RpcRouter): Cars {
  const store = carStore(context.db);
  calls.on(listActivityUserSeries, async ({ activityId }, caller) => {
    const series = await store.listActivitySeries(activityId, requireUser(caller).seriesCodes);
    if (!series) throw await activityNotFound(context.db, activityId, carMessages.unknownActivity);
    return series;
  });
  calls.on(getLastMaintenanceOrg, async (_args, caller) => {
    const { mobile } = requireUser(caller);
    return mobile === null ? null : store.findLastWorkshop(mobile);
  });
  return { recordVisits };
}
