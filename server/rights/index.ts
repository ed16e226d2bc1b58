import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { RightsDoors } from "./doors.ts";
import { rightsRoutes } from "./routes.ts";

export type { RightsDoors } from "./doors.ts";

/** What people may ask of whoever holds their data: everything that is held about them (PIPL articles 44–47). */
export function createRights(kit: Kit, calls: Calls, doors: RightsDoors): void {
  rightsRoutes(kit, calls, doors);
}
