import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { Database } from "../database/connection/database.ts";
import type { AppContext } from "../core/app-context.ts";
import { countHelpers } from "./credit-store.ts";
import type { SharePorts } from "./ports.ts";
import { mergeShares } from "./merge-users-store.ts";
import { createShareLinks } from "./links.ts";
import { shareRoutes } from "./routes.ts";
import { shareStore } from "./store.ts";

export { helperCountExpression, listCredits } from "./credit-store.ts";
export { registerShareConsoleCalls } from "./console/routes.ts";
export { maskName } from "./reference.ts";
export type { SharePorts } from "./ports.ts";

export type Shares = {
  /** Creates a person's link of an activity unless it exists. */
  start(activityId: string, userId: string): Promise<void>;
  /** Counts the people who helped a sharer in an activity, each once. */
  helpersOf(activityId: string, userId: string): Promise<number>;
  /** Finds the sharer of a signed reference of this activity; null for any other text. */
  sharer(activityId: string, reference: string): Promise<{ readonly nickname: string } | null>;
  readonly tables: readonly string[];
  /** Moves the rows of one user to another when both are the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
};

/** Share links and their credits (contract section 6, requirements M08, M09, M15, M20, M21). */
export function createShares(context: AppContext, calls: RpcRouter, ports: SharePorts): Shares {
  const store = shareStore(context.db);
  const links = createShareLinks(context, store);
  shareRoutes(context, calls, store, links, ports);
  return {
    start: async (activityId, userId) => void (await links.findOrCreate(activityId, userId)),
    helpersOf: (activityId, userId) => countHelpers(context.db, userId, activityId),
    sharer: (activityId, reference) => links.sharer(activityId, reference),
    tables: ["share_link", "share_help"],
    mergeUsers: mergeShares,
  };
}
