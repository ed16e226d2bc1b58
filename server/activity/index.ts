import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { ActivityDoors } from "./doors.ts";
import { activityRoutes } from "./routes.ts";
import { activitySeed } from "./seed.ts";
import { activityStore } from "./store.ts";

export { previewOf, readBlocks } from "./blocks.ts";
export { calledOffOf, notThere, type CalledOffColumns } from "./called-off.ts";
export { isWanted, wantedBy, type Wanted } from "./wanted.ts";
export type { NewActivity, NewBanner, NewSeries, NewSession } from "./seed.ts";
export { activityPutter, type KeepBlocks, type WantedActivity } from "./put.ts";
export { seatsLeft } from "./seats.ts";
export { dateOf, momentOf, statusAt, statusWindow } from "./rules.ts";

/** Lists, details, banners and series (contract section 6); the door adds rows to an empty database. */
export type Activities = ReturnType<typeof activitySeed>;

export function createActivities(kit: Kit, calls: Calls, doors: ActivityDoors): Activities {
  activityRoutes(kit, calls, activityStore(kit.db), doors);
  return activitySeed(kit.db);
}
