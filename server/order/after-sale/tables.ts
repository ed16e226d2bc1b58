import type { AfterSaleKind, AfterSaleReason } from "#contract/order/after-sale.ts";
import type { AfterSaleState } from "#contract/order/order-state.ts";

/** A row of `after_sale`; amounts in fen. */
export type AfterSaleRow = {
  after_sale_id: string;
  case_no: string;
  order_id: string;
  /** null after an erasure. */
  user_id: string | null;
  kind: AfterSaleKind;
  state: AfterSaleState;
  reason: AfterSaleReason;
  is_our_fault: boolean;
  case_text: string | null;
  picture_ids: readonly string[];
  refund_fen: number;
  freight_fen: number;
  decided_reason: string | null;
  carrier: string | null;
  tracking_no: string | null;
  due_time: Date | null;
  idempotency_key: string;
  body_hash: string;
  created_time: Date;
  changed_time: Date;
};
export type AfterSaleUnitRow = {
  line_id: string;
  qty: number;
  received_qty: number;
  good_qty: number;
  is_shipped: boolean;
  refund_fen: number;
};
/** A case whose row is locked, with its units. */
export type LockedCase = AfterSaleRow & { readonly units: readonly AfterSaleUnitRow[] };
/** Author of a step of a case. */
export type CaseActor = "person" | "system" | "channel" | "operator";
