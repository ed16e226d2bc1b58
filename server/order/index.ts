import type { FastifyInstance } from "fastify";
import type { AppContext } from "../core/app-context.ts";
import { orderSeed, type SeedOrders } from "./seed.ts";
import type { Database } from "../database/connection/database.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { caseDeadlines } from "./after-sale/deadlines.ts";
import { findCasePictures } from "./after-sale/case-store.ts";
import { afterSaleRoutes } from "./after-sale/routes.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { registerOrderConsoleCalls } from "./console/index.ts";
import type { OrderConsolePorts } from "./console/ports.ts";
import { createExpressTracking } from "./express/kuaidi100.ts";
import { closingWorker } from "./life/closing.ts";
import { deadlineWorker } from "./life/deadlines.ts";
import { orderListRoutes } from "./life/list-routes.ts";
import { orderStepRoutes } from "./life/step-routes.ts";
import { mergeOrders } from "./merge-users-store.ts";
import { handlePlaceOrder } from "./place/handler.ts";
import { handlePlaceRushOrder } from "./place/rush-handler.ts";
import { addressReader, rushSkuReader } from "./place/rush-readers.ts";
import { orderWriter } from "./place/writer.ts";
import { orderPickup, type OrderPickup } from "./pickup/index.ts";
import { mallTimes } from "./mall-times.ts";
import { deleteErasedOrders } from "./retention/store.ts";
import type { OrderPorts } from "./ports.ts";
import { expressNoticeRoutes, trackRoutes } from "./shipment/routes.ts";
import { subscriptionWorker } from "./shipment/subscriptions.ts";
import { foldSold } from "./sold-store.ts";
import { wechatShippingWorker } from "./wechat-shipping/worker.ts";

export { cancelUnpaidOrders, refuseOpenOrders } from "./erasure/cancel-unpaid.ts";
export { lockOrdersOf } from "./erasure/store.ts";
export { finishCase } from "./after-sale/decide.ts";
export { addNote } from "./operator/note-store.ts";
export { markPaid } from "./life/paid-store.ts";
export { isPaidInGroup, markGroupPaid, type PayableOrder } from "./life/pay-group-store.ts";
export { tellNews } from "./news-store.ts";
export { lockOrder, moveOrder, type LockedOrder } from "./order-store.ts";
export type { SeededOrder, SeedOrders } from "./seed.ts";
export type { FoundPickup } from "./pickup/index.ts";
export type { ReportedParcel } from "./wechat-shipping/rules.ts";
export type {
  AttemptsOutcome,
  MiniProgramTrade,
  OrderPorts,
  PaymentPort,
  ShippingUploadResult,
  WechatShippingPort,
} from "./ports.ts";

export type Orders = {
  /** Works off the deadlines that have passed; also runs every few seconds. */
  workDeadlines(): Promise<void>;
  /** Works on a closing order, and waits for its payment channels for a moment only. */
  finishClosing(orderId: string): Promise<void>;
  /** Subscribes to the tracks of parcels that were sent; also runs every few seconds. */
  workSubscriptions(): Promise<void>;
  /** Tells WeChat what was sent of orders that its mini-program has paid; also runs every few seconds. */
  workWechatShipping(): Promise<void>;
  /** Deletes orders of erased people whose retention has ended; also runs every hour. @returns how many */
  deleteExpired(): Promise<number>;
  /** Adds what was sold and given back to the products; also runs every few seconds. */
  countSold(): Promise<void>;
  /** Hand-over of pick-up orders at a dealer's desk. */
  readonly pickup: OrderPickup;
  /** Returns those of the given pictures that a case of after-sales shows. */
  picturesInUse(pictureIds: readonly string[]): Promise<string[]>;
  /** Prices and rushes that are remembered for rush orders; cleared when content changes. */
  readonly prices: { clear(): void; invalidate(): void };
  readonly tables: readonly string[];
  /** Moves the orders of one user to another when both are the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  /** Registers the console's calls about orders, parcels and after-sales. */
  registerConsoleCalls(calls: OperatorRouter, ports: OrderConsolePorts): void;
  /** Adds the orders of the demo brand. */
  readonly seed: SeedOrders;
  close(): void;
};

/** Interval between looks at the deadlines, ms. */
const DEADLINE_INTERVAL = 5_000;
const HOUR = 3_600_000;

type Works = Pick<
  Orders,
  "workDeadlines" | "workSubscriptions" | "workWechatShipping" | "countSold" | "deleteExpired"
>;
const scheduleWorks = ({ tasks }: AppContext, works: Works): { stop(): void }[] => [
  tasks.schedule("order.deadlines", DEADLINE_INTERVAL, works.workDeadlines),
  tasks.schedule("order.express", DEADLINE_INTERVAL, works.workSubscriptions),
  tasks.schedule("order.wechat-shipping", DEADLINE_INTERVAL, works.workWechatShipping),
  tasks.schedule("order.sold-counts", DEADLINE_INTERVAL, works.countSold),
  tasks.schedule("order.purge", HOUR, works.deleteExpired),
];

/** Creates orders of the mall: checkout, placing, and their life until they are done or cancelled. */
export function createOrders(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  ports: OrderPorts,
): Orders {
  const writer = orderWriter(context.db);
  const skus = rushSkuReader(context);
  checkoutRoutes(context, calls);
  handlePlaceOrder(context, calls, writer);
  const readAddress = addressReader(context);
  handlePlaceRushOrder(calls, { context, writer, skus, readAddress, soldOut: ports.soldOut, ports });
  const closing = closingWorker(context, ports);
  orderListRoutes(context, calls);
  orderStepRoutes(context, calls, ports, closing);
  const express = createExpressTracking(context);
  trackRoutes(context, calls);
  expressNoticeRoutes(context, app, express);
  afterSaleRoutes(context, calls, ports);
  const [workOrders, workCases] = [deadlineWorker(context, ports, closing), caseDeadlines(context)];
  const workDeadlines = async (): Promise<void> => {
    await workOrders();
    await workCases();
  };
  const workSubscriptions = subscriptionWorker(context, express);
  const workWechatShipping = wechatShippingWorker(context, ports);
  const countSold = (): Promise<void> => foldSold(context.db);
  const deleteExpired = (): Promise<number> =>
    deleteErasedOrders(context.db, new Date(context.clock.now() - mallTimes.erasedOrders));
  const works = { workDeadlines, workSubscriptions, workWechatShipping, countSold, deleteExpired };
  const working = scheduleWorks(context, works);
  return {
    workDeadlines,
    finishClosing: closing.workBriefly,
    workSubscriptions,
    workWechatShipping,
    deleteExpired,
    countSold,
    pickup: orderPickup(context, ports),
    picturesInUse: (pictureIds) => findCasePictures(context.db, pictureIds),
    prices: { clear: skus.clear, invalidate: () => {} },
    tables: ["mall_order", "after_sale", "bought_count"],
    mergeUsers: mergeOrders,
    seed: orderSeed(context, ports),
    registerConsoleCalls: (operatorCalls, consolePorts) =>
      registerOrderConsoleCalls(context, operatorCalls, {
        ...consolePorts,
        payments: ports.payments,
        pictures: ports.pictures,
      }),
    close: () => {
      for (const periodic of working) periodic.stop();
    },
  };
}
