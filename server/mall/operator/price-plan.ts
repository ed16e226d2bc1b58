import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { NewPricePlan } from "../import/rows.ts";
import { mallUpserter } from "../import/upsert-store.ts";
import type { ActedBy } from "./change.ts";
import { deletePricePlan, endPricePlan, lockPricePlan, productOfSku } from "./price-plan-store.ts";
import { mayWriteProducts } from "./scope-store.ts";

/** notFound: out of scope, no such SKU or plan; over: the plan has ended; times: it would end before it begins or now. */
export type PlanOutcome =
  | { readonly outcome: "done" | "same"; readonly planId: string; readonly productId: string }
  | { readonly outcome: "notFound" | "over" | "times" };

const entryOf = (action: "price.plan" | "price.remove", { by, now }: ActedBy, result: PlanOutcome) =>
  result.outcome === "done"
    ? { by, action, about: { kind: "product", id: result.productId }, outcome: "done", now }
    : null;

/** Adds a planned price, or changes one that is not over, with an audit entry. */
export const putPlannedPrice = (
  db: Database,
  { planId, ...plan }: Omit<NewPricePlan, "planId"> & { readonly planId: string | null },
  author: ActedBy,
): Promise<PlanOutcome> =>
  withAuditEntry(
    db,
    async (transaction): Promise<PlanOutcome> => {
      const productId = await productOfSku(transaction, plan.skuId);
      if (!mayWriteProducts(author.scopes) || productId === null) return { outcome: "notFound" };
      if (plan.toTime <= plan.fromTime || plan.toTime <= author.now.getTime()) return { outcome: "times" };
      if (planId !== null) {
        const known = await lockPricePlan(transaction, planId);
        if (known === null || known.skuId !== plan.skuId) return { outcome: "notFound" };
        if (known.toTime <= author.now) return { outcome: "over" };
      }
      const row = { ...plan, planId: planId ?? newId() };
      const { outcome } = await mallUpserter(transaction, author.now).putPricePlan(row);
      return { outcome: outcome === "same" ? "same" : "done", planId: row.planId, productId };
    },
    (result) => entryOf("price.plan", author, result),
  );

/** Removes a planned price; one that runs ends now. */
export const removePlannedPrice = (db: Database, planId: string, author: ActedBy): Promise<PlanOutcome> =>
  withAuditEntry(
    db,
    async (transaction): Promise<PlanOutcome> => {
      const known = mayWriteProducts(author.scopes) ? await lockPricePlan(transaction, planId) : null;
      if (known === null || known.toTime <= author.now) return { outcome: "notFound" };
      if (known.fromTime < author.now) await endPricePlan(transaction, planId, author.now);
      else await deletePricePlan(transaction, planId);
      return { outcome: "done", planId, productId: known.productId };
    },
    (result) => entryOf("price.remove", author, result),
  );
