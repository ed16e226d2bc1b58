/** Texts of the console about payments. */
export const consolePaymentMessages = {
  unknownRefund: "没有找到该退款",
  unknownOrder: "没有找到该订单",
  ownRequest: "不能复核自己提交的退款，需要另一位同事",
  refundState: "退款状态已变化，或正在处理中，请刷新后查看",
  settle: {
    refunded: "渠道已完成退款，无需线下处理",
    processing: "渠道正在退款，请稍后再看",
    silent: "渠道没有答复是否已退款，请稍后再试",
  },
  unknownDay: "没有该日的账单",
  unknownDifference: "没有找到该差异",
  resolved: "该差异已处理",
} as const;
