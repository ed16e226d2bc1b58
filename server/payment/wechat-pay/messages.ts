/** Columns of WeChat Pay's bill, and the names of its sums. */
export const wechatBillColumns = {
  time: "交易时间",
  transactionId: "微信订单号",
  outTradeNo: "商户订单号",
  state: "交易状态",
  refundId: "微信退款单号",
  outRefundNo: "商户退款单号",
  amount: "订单金额",
  refundAmount: "申请退款金额",
  fee: "手续费",
  count: "总交易单数",
  amountSum: "订单总金额",
  refundSum: "申请退款总金额",
  feeSum: "手续费总金额",
} as const;
