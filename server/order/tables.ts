import type { Channel } from "#contract/core/fields.ts";
import type { OrderState } from "#contract/order/order-state.ts";

export type ClosingBy = "person" | "deadline" | "operator";
/** Author of a change of an order. */
export type OrderActor = "person" | "system" | "channel" | "operator" | "dealer";

/** A row of `mall_order`; amounts in fen. */
export type OrderRow = {
  order_id: string;
  order_no: string;
  user_id: string;
  kind: "goods";
  state: OrderState;
  closing_by: ClosingBy | null;
  delivery: "express" | "pickup";
  rush_id: string | null;
  goods_fen: number;
  freight_fen: number;
  freight_coupon_fen: number;
  coupon_fen: number;
  payable_fen: number;
  paid_fen: number;
  /** Sum that the channels have paid back. */
  refunded_fen: number;
  freight_refunded_fen: number;
  pay_before: Date;
  close_due_time: Date | null;
  close_tries: number;
  /** `OrderRecipient` as JSON text; null for pick-up and after an erasure. */
  order_recipient: string | null;
  province_code: string | null;
  city_code: string | null;
  district_code: string | null;
  is_address_changed: boolean;
  dealer_id: string | null;
  pickup_code: string | null;
  coupon_id: string | null;
  remark: string | null;
  channel: Channel;
  idempotency_key: string;
  body_hash: string;
  created_time: Date;
  paid_time: Date | null;
  shipped_time: Date | null;
  signed_time: Date | null;
  receive_due_time: Date | null;
  is_receive_extended: boolean;
  done_time: Date | null;
  reminded_time: Date | null;
  hidden_time: Date | null;
};

/** Recipient of an order, encrypted in `order_recipient`. */
export type OrderRecipient = {
  readonly name: string;
  readonly mobile: string;
  readonly detail: string;
};

/** Copy of what was bought (requirement MA07). */
export type LineSnapshot = {
  readonly productId: string;
  readonly title: string;
  readonly coverUrl: string;
  readonly optionValues: readonly string[];
  readonly noReturn: boolean;
  readonly returnDays: number;
  readonly weightG: number;
  /** Units of one person, as they were limited; null: not limited. Tells whether the units are in `bought_count`. */
  readonly buyMost: number | null;
};

/** A row of `order_line`; amounts in fen. */
export type OrderLineRow = {
  line_id: string;
  order_id: string;
  position: number;
  sku_id: string;
  snapshot: LineSnapshot;
  qty: number;
  price_fen: number;
  coupon_fen: number;
  /** Price of all units after the coupon. */
  net_fen: number;
  shipped_qty: number;
  refunded_qty: number;
  /** Refunded units that were never sent. */
  cancelled_qty: number;
  /** Units of open after-sale cases. */
  asked_qty: number;
  refunded_fen: number;
};

export type OrderEventRow = {
  event_id: string;
  order_id: string;
  at: Date;
  from_state: OrderState | null;
  to_state: OrderState;
  by: OrderActor;
  why: string;
};
