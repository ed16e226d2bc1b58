import type { Send } from "#contract/core/call.ts";
import { listDistricts, type District } from "#contract/location/location.ts";
import { listAddresses, type Address } from "#contract/mall/address.ts";
import {
  countOrders,
  listOrders,
  showOrder,
  type OrderDetail,
  type OrderSummary,
  type OrderTab,
} from "#contract/order/order.ts";

const quiet = { isSilent: true } as const;

export const loadAddresses = (send: Send): Promise<Address[]> => send(listAddresses, {}, quiet);
export const loadDistricts = (send: Send): Promise<District> => send(listDistricts, {}, quiet);

export type OrderPage = { list: OrderSummary[]; nextCursor: string | null };
export const loadOrders = (send: Send, tab: OrderTab, cursor?: string): Promise<OrderPage> =>
  send(listOrders, { tab, ...(cursor !== undefined && { cursor }) }, quiet);
export const loadOrder = (send: Send, id: string): Promise<OrderDetail> => send(showOrder, { id }, quiet);
export const loadOrderCounts = (send: Send) => send(countOrders, {}, quiet);
