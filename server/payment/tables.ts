import type { PaymentWay } from "#contract/payment/payment.ts";
import type { PayScene } from "./channel.ts";

/** A row of `payment`, one attempt to pay an order; amounts in fen. */
export type PaymentRow = {
  payment_id: string;
  order_id: string;
  /** 1 for the first attempt of its order. */
  attempt: number;
  /** `<orderNo>_<attempt>`: our number of the payment at the channel. */
  out_trade_no: string;
  way: PaymentWay;
  scene: PayScene;
  app_id: string;
  amount_fen: number;
  /** made: the channel may have it; open: the channel has it. */
  state: "made" | "open" | "paid" | "closed";
  /** Paid for an order that was paid or cancelled already; it is refunded. */
  is_surplus: boolean;
  paid_fen: number;
  /** Sum of the refunds that are not done. */
  refunding_fen: number;
  refunded_fen: number;
  /** Number of the channel. */
  channel_no: string | null;
  paid_time: Date | null;
  /** Next question to the channel; null: none. */
  query_due_time: Date | null;
  query_tries: number;
  /** Last question of a person who waits for the result. */
  looked_time: Date | null;
  created_time: Date;
};
