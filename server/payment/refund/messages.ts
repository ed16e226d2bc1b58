export const refundMessages = {
  /** Reason that the channel shows to the payer. */
  reason: "商城订单退款",
} as const;
