import type { CaptchaPass } from "../../captcha/index.ts";
import type { Nonce } from "../../http/security/nonce.ts";
import type { OrderLineRow, OrderRow } from "../tables.ts";

/** The tokens of a rush order; they are spent in the transaction that writes it. */
export type OrderTokens = {
  readonly nonce: Nonce | null;
  readonly pass: CaptchaPass;
  /** ms since the epoch */
  readonly presentedAt: number;
};

/** Most units of one person of a product, or in a rush (限购). */
export type UnitLimit = {
  /** `product <id>` or `rush <id>`, as in `bought_count`. */
  readonly about: string;
  readonly units: number;
  readonly most: number;
};

/** A line that is about to be written; amounts in fen. */
export type NewLine = Pick<
  OrderLineRow,
  "line_id" | "position" | "sku_id" | "snapshot" | "qty" | "price_fen" | "coupon_fen" | "net_fen"
>;
/** An order that is about to be written: priced, with each SKU in one line. */
export type NewOrder = Pick<
  OrderRow,
  | "order_id"
  | "order_no"
  | "user_id"
  | "delivery"
  | "rush_id"
  | "goods_fen"
  | "freight_fen"
  | "freight_coupon_fen"
  | "coupon_fen"
  | "payable_fen"
  | "pay_before"
  | "order_recipient"
  | "province_code"
  | "city_code"
  | "district_code"
  | "dealer_id"
  | "coupon_id"
  | "remark"
  | "channel"
  | "idempotency_key"
  | "body_hash"
  | "created_time"
> & {
  readonly event_id: string;
  readonly lines: readonly NewLine[];
  readonly limits: readonly UnitLimit[];
  /** null: spent already, or not required. */
  readonly tokens: OrderTokens | null;
};

/** An order that is stored, as far as a repeated request asks for it. */
export type StoredOrder = Pick<
  OrderRow,
  | "order_id"
  | "order_no"
  | "user_id"
  | "state"
  | "payable_fen"
  | "pay_before"
  | "idempotency_key"
  | "body_hash"
>;

/** The stored order, or the reason why nothing was written. */
export type OrderWriteResult =
  /** `isNew`: false if the same key has given it before. */
  | { readonly kind: "placed"; readonly order: StoredOrder; readonly isNew: boolean }
  /** The key was used with another body. */
  | { readonly kind: "conflict" }
  | { readonly kind: "short"; readonly skuId: string; readonly left: number }
  | { readonly kind: "limit"; readonly about: string; readonly most: number; readonly bought: number }
  /** The coupon is used, over, another person's, or held by another order. */
  | { readonly kind: "coupon" }
  | { readonly kind: "nonceUsed" }
  | { readonly kind: "passUsed" }
  /** The order number belongs to another order: to be made anew. */
  | { readonly kind: "numberTaken" };
