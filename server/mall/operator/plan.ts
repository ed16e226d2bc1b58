import type { Database } from "../../database/connection/database.ts";
import { inTransaction, withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import { scheduleStore } from "../../database/shared-tables/scheduled-change-store.ts";
import { publishProduct, type ActedBy } from "./change.ts";
import { mayWriteProducts, type ProductScopes } from "./scope-store.ts";
import { lockProductRevision } from "./version-store.ts";

const DAY = 86_400_000;
const MAX_DAYS = 365;
/** The maker's as a whole: a planned change was judged when it was planned. */
const everywhere: ProductScopes = [
  { sponsorLevel1: "*", sponsorLevel2: "*", businessType: "*", dealers: "*" },
];

type ProductPlan = { readonly productId: string; readonly action: "publish" | "withdraw"; readonly at: Date };
/** Plans a publication or withdrawal, in place of a waiting one of the same kind, with an audit entry. */
export const planProduct = (
  db: Database,
  { productId, action, at }: ProductPlan,
  { by, now, scopes }: ActedBy,
): Promise<"done" | "noProduct" | "past" | "tooFar"> =>
  withAuditEntry(
    db,
    async (transaction) => {
      if (!mayWriteProducts(scopes)) return "noProduct";
      if (at <= now) return "past";
      if (at.getTime() > now.getTime() + MAX_DAYS * DAY) return "tooFar";
      if ((await lockProductRevision(transaction, productId)) === null) return "noProduct";
      const plan = { entity_id: productId, action, at_time: at, fields: {}, made_by: by.id ?? "" };
      await scheduleStore(transaction, "product").put({ ...plan, now });
      return "done";
    },
    (outcome) =>
      outcome === "done"
        ? {
            by,
            action: "catalogue.plan",
            about: { kind: "product", id: productId },
            outcome: `${action} at ${at.toISOString()}`,
            now,
          }
        : null,
  );

/** Takes back what was planned. @returns whether it was still waiting, in scope */
export const cancelPlannedProduct = (
  db: Database,
  { productId, changeId }: { readonly productId: string; readonly changeId: string },
  { by, now, scopes }: ActedBy,
): Promise<boolean> =>
  withAuditEntry(
    db,
    (transaction) =>
      mayWriteProducts(scopes)
        ? scheduleStore(transaction, "product").cancelOne(productId, changeId, now)
        : Promise.resolve(false),
    (isCancelled) =>
      isCancelled
        ? {
            by,
            action: "catalogue.cancel-plan",
            about: { kind: "product", id: productId },
            outcome: "done",
            now,
          }
        : null,
  );

/**
 * Does the change that is due longest, in one transaction that other processes skip (requirement CO48).
 * @returns whether there was one
 */
export const performNextProductPlan = (database: Database, now: Date): Promise<boolean> =>
  inTransaction(database, async (db) => {
    const schedule = scheduleStore(db, "product");
    const plan = await schedule.lockDue(now);
    if (plan === null) return false;
    const by: AuditActor = { kind: "operator", id: plan.made_by, host: "console" };
    const state = plan.action === "publish" ? "on" : "off";
    const outcome = await publishProduct(db, plan.entity_id, state, { by, now, scopes: everywhere });
    await schedule.finish(plan.change_id, outcome === "noProduct" ? "refused" : "done", {}, now);
    return true;
  });
