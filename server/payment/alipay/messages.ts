/** Columns of Alipay's bill. */
export const alipayBillColumns = {
  /** The first one; the archive's other file, with sums by shop, begins otherwise. */
  tradeNo: "支付宝交易号",
  outTradeNo: "商户订单号",
  kind: "业务类型",
  subject: "商品名称",
  time: "完成时间",
  amount: "订单金额（元）",
  received: "商家实收（元）",
  outRequestNo: "退款批次号/请求号",
  fee: "服务费（元）",
} as const;
/** Values of `kind`. */
export const alipayBillKinds = { payment: "交易", refund: "退款" } as const;
/** Number of lines, and sum of what the merchant received or gave back in yuan. */
export const alipayBillSums = {
  payment: /交易合计：(\d+)笔，商家实收共(-?[\d.]+)元/u,
  refund: /退款合计：(\d+)笔，商家实收退款共(-?[\d.]+)元/u,
} as const;
