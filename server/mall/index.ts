import type { OperatorRouter } from "../http/console/operator-router.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { Database } from "../database/connection/database.ts";
import type { AppContext } from "../core/app-context.ts";
import { addressRoutes } from "./address/routes.ts";
import { cartRoutes } from "./cart/routes.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { productConsoleCalls, type ProductConsolePorts } from "./console/index.ts";
import { offerRoutes } from "./offer/routes.ts";
import { tellArrivals } from "./offer/store.ts";
import { mallTables, mergeMallUsers } from "./merge-users-store.ts";
import { seedMall, type SeededMall } from "./import/seed-store.ts";
import { performNextProductPlan } from "./operator/plan.ts";
import { pickupRoutes } from "./pickup/routes.ts";
import { SoldOutSkus } from "./stock/sold-out-cache.ts";

export { freightOf, freightRuleOf, type Freight } from "./freight/rules.ts";
export { currentPrice, saleStateOf, type Rush } from "./price/rules.ts";
export { findAddress, findDefaultAddress, type AddressEntry } from "./address/store.ts";
export { joinCart, loadCart } from "./cart/cart.ts";
export { stockOf } from "./offer/rules.ts";
export type { NewFreight, NewPricePlan, NewSku } from "./import/rows.ts";
export type { SeededMall, SeededProduct, SeededRush } from "./import/seed-store.ts";
export { adjustStockByOperator, publishProduct } from "./operator/change.ts";
export { findManagedProduct, type ManagedProductDetail } from "./operator/detail-store.ts";
export { countManagedProducts, listManagedProducts, type ManagedProduct } from "./operator/list-store.ts";
export { saveProduct, type SavedProduct } from "./operator/save.ts";
export { keepProductVersions, readProductSnapshots } from "./operator/version-store.ts";
export { listReservations, listStock, type StockLine } from "./operator/stock-store.ts";
export { findUnfitSkus, mallUpserter } from "./import/upsert-store.ts";
export { loadSkus, type MallSku } from "./price/store.ts";
export { SoldOutSkus } from "./stock/sold-out-cache.ts";

export type Mall = {
  /** SKUs that were found sold out a moment ago, for orders. */
  readonly soldOut: SoldOutSkus;
  /** Ends the memory of a SKU that was sold out. */
  invalidateSoldOut(skuId: string): void;
  /** Tells people whose SKU has stock again; also runs every few seconds. */
  tellArrivals(): Promise<void>;
  readonly tables: readonly string[];
  /** Moves the rows of one user to another when both are the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  /** Adds the mall of the demo brand. */
  seed(mall: SeededMall): Promise<void>;
  /** Registers the console's calls about products and stock. */
  registerConsoleCalls(calls: OperatorRouter, ports: ProductConsolePorts): void;
  close(): void;
};

/** Interval between searches for SKUs that have stock again, ms. */
const ARRIVAL_INTERVAL = 5_000;
/** Interval in which what is planned and due is done, ms (requirement CO48). */
const PLAN_INTERVAL = 1_000;

/** Creates the mall's catalogue: products, prices, stock, freight (requirements MA01, MA04–MA06, MA08, MA38). */
export function createMall(context: AppContext, calls: RpcRouter): Mall {
  catalogueRoutes(context, calls);
  offerRoutes(context, calls);
  addressRoutes(context, calls);
  cartRoutes(context, calls);
  pickupRoutes(context, calls);
  let isEnding = false;
  const tellAll = async (): Promise<void> => {
    let isMore = true;
    while (isMore && !isEnding) ({ isMore } = await tellArrivals(context.db, new Date(context.clock.now())));
  };
  const telling = context.tasks.schedule("product.arrivals", ARRIVAL_INTERVAL, tellAll);
  let invalidatePages = (): void => {};
  const performDue = async (): Promise<void> => {
    let isAny = false;
    while (!isEnding && (await performNextProductPlan(context.db, new Date(context.clock.now()))))
      isAny = true;
    if (isAny) invalidatePages();
  };
  const planning = context.tasks.schedule("product.plans", PLAN_INTERVAL, performDue);
  const soldOut = new SoldOutSkus();
  return {
    soldOut,
    invalidateSoldOut: (skuId) => soldOut.invalidate(skuId),
    tellArrivals: tellAll,
    tables: mallTables,
    mergeUsers: mergeMallUsers,
    seed: (mall) => seedMall(context.db, mall, context.clock.now()),
    registerConsoleCalls(operatorCalls, ports) {
      productConsoleCalls(context, operatorCalls, ports);
      ({ invalidatePages } = ports);
    },
    close: () => {
      isEnding = true;
      telling.stop();
      planning.stop();
    },
  };
}
