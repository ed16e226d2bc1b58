import { listPickupDealers } from "#contract/mall/product.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { findPickupDealers } from "./store.ts";

const CACHE = { freshMs: 5_000, staleMs: 60_000 } as const;

/** Registers the list of dealers that hand over pick-up orders. */
export function pickupRoutes({ reads }: Pick<AppContext, "reads">, calls: RpcRouter): void {
  calls.on(
    listPickupDealers,
    ({ skuIds, cityCode }) => findPickupDealers(reads, skuIds.split(","), cityCode),
    CACHE,
  );
}
