import { Refusal } from "#contract/core/errors.ts";
import {
  cancelOrder,
  changeOrderAddress,
  extendReceipt,
  hideOrder,
  orderAgain,
  receiveOrder,
  remindOrder,
  type OrderDetail,
} from "#contract/order/order.ts";
import type { OrderAction } from "#contract/order/order-state.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { requireUser, type User } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { findAddress, freightOf, joinCart, loadCart, loadSkus } from "../../mall/index.ts";
import { mallTimes } from "../mall-times.ts";
import { orderMessages } from "../messages.ts";
import { lockOrder, type LockedOrder } from "../order-store.ts";
import type { OrderPorts } from "../ports.ts";
import { accepts } from "../rules/order-actions.ts";
import { setExtended, setHidden, setRecipient, setReminded } from "./change-store.ts";
import { beginClosing, type ClosingWorker } from "./closing.ts";
import { completeOrder } from "./complete.ts";
import { orderNotFound, readDetail } from "./list-routes.ts";
import { findOrderOf } from "./store.ts";

/** One step of a person: the action that allows it, and whether an earlier request has done it. */
type Step = {
  readonly action: OrderAction;
  readonly isDone: (order: LockedOrder) => boolean;
  readonly run: (db: Database, order: LockedOrder, now: Date, reason: string) => Promise<unknown>;
};

const isClosed = ({ state }: LockedOrder): boolean => state === "closing" || state === "cancelled";
/** Author's word for the books; the person's own text is not kept with the states. */
const why = (reason: string): string => (reason === "" ? "cancelled" : "cancelled with a reason");

const stepsOf = ({ payments }: OrderPorts): Readonly<Record<string, Step>> => ({
  cancel: {
    action: "cancel",
    isDone: isClosed,
    run: (db, order, now, reason) => beginClosing(db, order, { by: "person", why: why(reason), now }),
  },
  receive: {
    action: "receive",
    isDone: ({ state }) => state === "done",
    run: (db, order, now) => completeOrder(db, order, { by: "person", why: "received", now }, payments),
  },
  extend: {
    action: "extend",
    isDone: ({ state, is_receive_extended }) => state === "shipping" && is_receive_extended,
    run: (db, order, now) =>
      setExtended(
        db,
        order.order_id,
        new Date((order.receive_due_time ?? now).getTime() + mallTimes.extension),
      ),
  },
  hide: {
    action: "hide",
    isDone: ({ hidden_time }) => hidden_time !== null,
    run: (db, order, now) => setHidden(db, order.order_id, now),
  },
  remind: {
    action: "remind",
    isDone: ({ state, reminded_time }) => state === "paid" && reminded_time !== null,
    run: (db, order, now) => setReminded(db, order.order_id, now),
  },
});

/** Locks an order of a person. @throws Refusal "notFound" for another person's order too */
async function lockOwn(db: Database, userId: string, orderId: string): Promise<LockedOrder> {
  const order = await lockOrder(db, orderId);
  if (order?.user_id !== userId) throw orderNotFound();
  return order;
}

/**
 * Refuses another province to which an order is not sent at the same freight. The freight rules of today judge both
 * provinces, by what was ordered: rules that have changed since then do not hinder a change (requirement MA62).
 * @throws Refusal "addressOut"
 */
async function refuseOtherFreight(
  db: Database,
  order: LockedOrder,
  provinceCode: string,
  now: number,
): Promise<void> {
  const skuIds = order.lines.map(({ sku_id }) => sku_id);
  const skus = await loadSkus(db, skuIds, now);
  const lines = order.lines.flatMap(({ sku_id, qty, price_fen, snapshot }) => {
    const sku = skus.get(sku_id);
    return sku ? [{ freight: sku.freight, weightG: snapshot.weightG, qty, priceFen: price_fen }] : [];
  });
  const [wanted, ordered] = [freightOf(lines, provinceCode), freightOf(lines, order.province_code)];
  if (wanted.isBlocked) throw new Refusal("addressOut");
  const before = ordered.isBlocked ? order.freight_fen : ordered.freightFen;
  if (wanted.freightFen !== before) throw new Refusal("addressOut", { message: orderMessages.addressOut });
}

/** Changes the address of an order, at the same freight. @throws Refusal "addressOut", "notFound", "orderState" */
async function changeAddressOf(db: Database, user: User, orderId: string, addressId: string, now: number) {
  const order = await lockOwn(db, user.userId, orderId);
  const address = await findAddress(db, user.userId, addressId);
  if (!address) throw new Refusal("notFound", { message: orderMessages.unknownAddress });
  const { name, mobile, detail, provinceCode, cityCode, districtCode } = address;
  const recipient = { name, mobile, detail };
  const isSame =
    order.is_address_changed &&
    order.district_code === districtCode &&
    order.order_recipient === JSON.stringify(recipient);
  if (isSame) return;
  if (!accepts(order, "changeAddress", now)) throw new Refusal("orderState");
  if (provinceCode !== order.province_code) await refuseOtherFreight(db, order, provinceCode, now);
  await setRecipient(db, orderId, recipient, { provinceCode, cityCode, districtCode });
}

/** Registers the calls that change an order; each accepts exactly what `actions` says (requirement MA61). */
export function orderStepRoutes(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  calls: RpcRouter,
  ports: OrderPorts,
  closing: ClosingWorker,
): void {
  const steps = stepsOf(ports);
  const run = async (
    step: Step | undefined,
    user: User,
    id: string,
    reason: string,
  ): Promise<OrderDetail> => {
    if (!step) throw new Error("no such step");
    const now = clock.now();
    await db.transaction().execute(async (transaction) => {
      const order = await lockOwn(transaction, user.userId, id);
      if (accepts(order, step.action, now)) await step.run(transaction, order, new Date(now), reason);
      else if (!step.isDone(order)) throw new Refusal("orderState");
    });
    if (step.action === "cancel") await closing.workBriefly(id);
    return readDetail(db, user.userId, id, now);
  };
  calls.on(cancelOrder, ({ id, reason }, caller) => run(steps["cancel"], requireUser(caller), id, reason));
  calls.on(receiveOrder, ({ id, reason }, caller) => run(steps["receive"], requireUser(caller), id, reason));
  calls.on(extendReceipt, ({ id, reason }, caller) => run(steps["extend"], requireUser(caller), id, reason));
  calls.on(hideOrder, ({ id, reason }, caller) => run(steps["hide"], requireUser(caller), id, reason));
  calls.on(remindOrder, ({ id, reason }, caller) => run(steps["remind"], requireUser(caller), id, reason));
  calls.on(changeOrderAddress, async ({ id, addressId }, caller) => {
    const [user, now] = [requireUser(caller), clock.now()];
    await db.transaction().execute((transaction) => changeAddressOf(transaction, user, id, addressId, now));
    return readDetail(db, user.userId, id, now);
  });
  calls.on(orderAgain, async ({ id }, caller) => {
    const user = requireUser(caller);
    const order = await findOrderOf(db, user.userId, id);
    if (!order) throw orderNotFound();
    if (!accepts(order, "again", clock.now())) throw new Refusal("orderState");
    const lines = order.lines.map(({ sku_id, qty }) => ({ skuId: sku_id, qty, isChosen: true }));
    await joinCart(db, user, lines, clock.now());
    return loadCart(db, user, clock.now());
  });
}
