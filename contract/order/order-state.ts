import * as z from "zod/mini";

/** States of an order for goods. */
export const orderStates = [
  "pending",
  "closing",
  "cancelled",
  "paid",
  "shipping",
  "ready",
  "done",
  "refunded",
] as const;
export const orderState = z.enum(orderStates);
export type OrderState = z.output<typeof orderState>;

/** Actions that the server accepts of the caller now; pages show exactly these buttons (requirement MA61). */
export const orderActions = [
  "pay",
  "cancel",
  "changeAddress",
  "refund",
  "afterSale",
  "remind",
  "receive",
  "extend",
  "again",
  "hide",
  "track",
  "pickup",
] as const;
export type OrderAction = (typeof orderActions)[number];

export const afterSaleStates = [
  "asked",
  "agreed",
  "sent",
  "received",
  "refunding",
  "done",
  "declined",
  "withdrawn",
  "lapsed",
] as const;
export const afterSaleState = z.enum(afterSaleStates);
export type AfterSaleState = z.output<typeof afterSaleState>;

const shipmentStates = ["sent", "moving", "signed", "problem", "returned"] as const;
export const shipmentState = z.enum(shipmentStates);
export type ShipmentState = z.output<typeof shipmentState>;
