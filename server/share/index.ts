import type { Calls } from "../http/calls.ts";
import type { Database } from "../database/database.ts";
import type { Kit } from "../kit.ts";
import { helpersOf } from "./credit.ts";
import type { ShareDoors } from "./doors.ts";
import { moveShares } from "./join.ts";
import { createLinks } from "./links.ts";
import { shareRoutes } from "./routes.ts";
import { shareStore } from "./store.ts";

export { helperCount } from "./credit.ts";
export type { ShareDoors } from "./doors.ts";

export type Shares = {
  /** Makes a person's link of an activity, where there is none yet. */
  start(activityId: string, userId: string): Promise<void>;
  /** How many people helped somebody along in an activity, each once. */
  helpersOf(activityId: string, userId: string): Promise<number>;
  /** Who shares by a signed reference of this activity; null for any other text. */
  sharer(activityId: string, reference: string): Promise<{ readonly nickname: string } | null>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
};

/** Shared links and what they are credited with (contract section 6, requirements M08, M09, M15, M20, M21). */
export function createShares(kit: Kit, calls: Calls, doors: ShareDoors): Shares {
  const store = shareStore(kit.db);
  const links = createLinks(kit, store);
  shareRoutes(kit, calls, store, links, doors);
  return {
    start: async (activityId, userId) => void (await links.make(activityId, userId)),
    helpersOf: (activityId, userId) => helpersOf(kit.db, userId, activityId),
    sharer: (activityId, reference) => links.sharer(activityId, reference),
    tables: ["share_link", "share_help"],
    move: moveShares,
  };
}
