import * as z from "zod/mini";
import { id, timestamp, upTo, visible } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";

const MOST = 1_000_000;
const reason = z.string("请填写原因").check(visible("请填写原因"), upTo(100, "原因最多 100 个字"));
/**
 * Adjusts the stock of a SKU by a difference or to a counted number, never below what open orders hold (requirement MA97).
 * A repeated key adjusts once.
 */
export const adjustMallStock = defineOperatorCall({
  name: "adjustMallStock",
  path: "mall/stock/adjust",
  kind: "write",
  right: "mall.stock",
  args: z.object({
    skuId: id,
    key: z.uuid(),
    change: z.union([
      z.strictObject({
        delta: z.int("数量不正确").check(z.minimum(-MOST, "数量不正确"), z.maximum(MOST, "数量不正确")),
      }),
      z.strictObject({
        onHand: z.int("数量不正确").check(z.minimum(0, "数量不正确"), z.maximum(MOST, "数量不正确")),
      }),
    ]),
    reason,
  }),
  result: z.object({ onHand: z.int(), reserved: z.int() }),
  refusals: ["notFound", "stateChanged"],
});

/** Open orders that hold units of a SKU, the oldest first; at most 100. */
export const listStockReservations = defineOperatorCall({
  name: "listStockReservations",
  path: "mall/stock/reservations",
  kind: "read",
  right: "mall.read",
  args: z.object({ skuId: id }),
  result: z.object({
    reservations: z.array(
      z.object({ orderId: id, orderNo: z.string(), units: z.int(), createdTime: timestamp }),
    ),
  }),
  refusals: [],
});

/** Causes of a change of stock. */
export const stockCauses = {
  put: "首次入库",
  adjust: "调整",
  order: "下单预留",
  cancel: "释放预留",
  ship: "发货",
  pickup: "自提",
  refund: "退款释放",
  return: "退货入库",
  scrap: "报损",
} as const;
export type StockCause = keyof typeof stockCauses;
const movement = z.object({
  cause: z.enum(Object.keys(stockCauses) as [StockCause, ...StockCause[]]),
  skuId: id,
  /** Units that came or went, on hand and held by open orders. */
  onHand: z.int(),
  reserved: z.int(),
  reason: z.string(),
  /** Operator's name; null: an order, a command or the catalogue file. */
  by: z.nullable(z.string()),
  /** The order that caused it. */
  order: z.nullable(z.object({ orderId: id, orderNo: z.string() })),
  time: timestamp,
});
export type StockMovement = z.output<typeof movement>;
/** The last 100 changes of a product's stock, the newest first. */
export const listStockMovements = defineOperatorCall({
  name: "listStockMovements",
  path: "mall/stock/movements",
  kind: "read",
  right: "mall.read",
  args: z.object({ productId: id }),
  result: z.object({ movements: z.array(movement) }),
  refusals: ["notFound"],
});
