/**
 * Business refusals of the mall. They are apart from the refusals of every page, so that pages outside the mall do not
 * load them: a contract file that declares one of them imports `contract/mall/refusals.ts`.
 */
export const mallRefusals = {
  priceChanged: { status: 200, code: "PRICE_CHANGED", message: "价格有变化，请确认后再提交" },
  stockShort: { status: 200, code: "STOCK_SHORT", message: "库存不足" },
  buyLimit: { status: 200, code: "BUY_LIMIT", message: "已达到每人限购的数量" },
  couponUnusable: { status: 200, code: "COUPON_UNUSABLE", message: "这张券不能用于本单" },
  addressOut: { status: 200, code: "ADDRESS_OUT", message: "该地区暂不支持配送" },
  orderState: { status: 200, code: "ORDER_STATE", message: "订单状态已更新，请刷新后查看" },
  payHost: { status: 200, code: "PAY_HOST", message: "请在微信、支付宝或浏览器中付款" },
  payDown: { status: 200, code: "PAY_DOWN", message: "支付服务暂时不可用，请稍后重试" },
  rushSoon: { status: 200, code: "RUSH_SOON", message: "抢购尚未开始" },
  rushOver: { status: 200, code: "RUSH_OVER", message: "抢购已结束" },
  afterSaleOver: { status: 200, code: "AFTER_SALE_OVER", message: "已超过售后期限" },
  afterSaleOpen: { status: 200, code: "AFTER_SALE_OPEN", message: "该商品已有进行中的售后" },
  returnNotAllowed: { status: 200, code: "RETURN_NOT_ALLOWED", message: "该商品不支持 7 天无理由退货" },
} as const;
