import type { OrderLine } from "#contract/order/order.ts";

/** Units of a line that are neither refunded nor part of an open case. */
export const requestableUnits = ({
  qty,
  refundedQty,
  askedQty,
}: Pick<OrderLine, "qty" | "refundedQty" | "askedQty">) => Math.max(0, qty - refundedQty - askedQty);
