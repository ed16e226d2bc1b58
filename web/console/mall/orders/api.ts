import {
  closeMallOrder,
  correctMallParcel,
  correctMallRecipient,
  noteMallOrder,
  planParcelFile,
  revealMallRecipient,
  shipMallOrder,
  shipParcelFile,
  type ParcelFileResult,
} from "#contract/console/mall/order-acts.ts";
import { showOrderPayments, type OrderPayments } from "#contract/console/mall/order-payments.ts";
import {
  countMallOrders,
  findMallOrders,
  listMallOrders,
  showMallOrder,
  type MallOrderCounts,
  type MallOrderDetail,
  type MallOrderFilter,
  type MallOrderPage,
  type MallOrderRow,
} from "#contract/console/mall/orders.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import type { PurposeOfReveal } from "#contract/console/person-shapes.ts";
import { send } from "../../shell/index.ts";

export const loadMallOrders = (args: OperatorArgs<typeof listMallOrders>): Promise<MallOrderPage> =>
  send(listMallOrders, args);
export const loadMallOrderCounts = (filter: MallOrderFilter): Promise<MallOrderCounts> =>
  send(countMallOrders, { filter });
export const findOrdersByNumber = async (number: string): Promise<readonly MallOrderRow[]> =>
  (await send(findMallOrders, { number })).rows;
export const loadMallOrder = (orderId: string): Promise<MallOrderDetail> => send(showMallOrder, { orderId });

export const loadOrderPayments = (orderId: string): Promise<OrderPayments> =>
  send(showOrderPayments, { orderId });
export const correctRecipientOf = async (args: OperatorArgs<typeof correctMallRecipient>): Promise<void> =>
  void (await send(correctMallRecipient, args));

export const shipOrder = (args: OperatorArgs<typeof shipMallOrder>): Promise<{ isAgain: boolean }> =>
  send(shipMallOrder, args);
export const changeParcelNumber = async (args: OperatorArgs<typeof correctMallParcel>): Promise<void> =>
  void (await send(correctMallParcel, args));
export const closeWholeOrder = (orderId: string): Promise<OperatorResult<typeof closeMallOrder>> =>
  send(closeMallOrder, { orderId });
export const addOrderNote = async (orderId: string, text: string): Promise<void> =>
  void (await send(noteMallOrder, { orderId, text }));
export type WholeRecipient = OperatorResult<typeof revealMallRecipient>;
export const showWholeRecipient = (orderId: string, purpose: PurposeOfReveal): Promise<WholeRecipient> =>
  send(revealMallRecipient, { orderId, purpose });
export const tryParcelFile = (text: string): Promise<ParcelFileResult> => send(planParcelFile, { text });
export const sendParcelFile = (text: string): Promise<ParcelFileResult> => send(shipParcelFile, { text });

/** Keys of this area's queries in the cache. */
export const orderKeys = {
  list: listMallOrders.name,
  counts: countMallOrders.name,
  payments: (orderId: string) => [showOrderPayments.name, orderId],
  order: (orderId: string) => [showMallOrder.name, orderId],
};
