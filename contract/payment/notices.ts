/**
 * Paths below the api base at which the payment channels report payments and refunds. They are no calls of the web app: the
 * channel signs its own text, and gets its own answer without an envelope.
 */
export const noticePaths = {
  wechat: "cop-mall/api/v1/pay/notify/wechat",
  wechatRefund: "cop-mall/api/v1/pay/notify/wechat-refund",
  alipay: "cop-mall/api/v1/pay/notify/alipay",
} as const;
