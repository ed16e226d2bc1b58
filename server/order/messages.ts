import type { AfterSaleState, OrderState } from "#contract/order/order-state.ts";
import type { MallNewsKind } from "./news-store.ts";

/** Texts of orders that people read. */
export const orderMessages = {
  /** Reason of the stock that orders of the demo take. */
  stockedForSale: "采购入库",
  states: {
    pending: "待付款",
    closing: "取消中",
    cancelled: "已取消",
    paid: "待发货",
    shipping: "待收货",
    ready: "待自提",
    done: "已完成",
    refunded: "已退款",
  } satisfies Record<OrderState, string>,
  /** Lines of the timeline by the state that the order came to. */
  timeline: {
    pending: "已下单",
    closing: "已申请取消，正在确认付款结果",
    closingDeadline: "超时未付款，正在关闭订单",
    cancelled: "订单已取消",
    paid: "已付款",
    shipping: "已发货",
    ready: "可到店自提",
    done: "已完成",
    refunded: "已退款",
  },
  paidWay: { wechat: "已付款，微信支付", alipay: "已付款，支付宝" },
  refundStates: {
    success: "已原路退回，到账以支付渠道为准",
    abnormal: "退款异常，客服会与您联系",
    other: "退款中",
  },
  afterSaleStates: {
    asked: "待审核",
    agreed: "请寄回商品",
    sent: "退货中",
    received: "已收到退货",
    refunding: "退款中",
    done: "退款成功",
    declined: "未通过",
    withdrawn: "已撤销",
    lapsed: "已超时关闭",
  } satisfies Record<AfterSaleState, string>,
  news: {
    shipped: (title: string) => `${title}已发货`,
    refunded: (title: string) => `${title}的退款已原路退回`,
    arrived: (title: string) => `${title}到货了`,
    closed: (title: string) => `${title}的订单已关闭`,
    ready: (title: string) => `${title}可到店自提`,
  } satisfies Record<MallNewsKind, (title: string) => string>,
  /** Hindrances of a person's erasure. */
  erasure: {
    order: (orderNo: string, state: string) => `订单 ${orderNo}（${state}）`,
    afterSale: (caseNo: string, state: string) => `售后 ${caseNo}（${state}）`,
    refund: (orderNo: string, state: string) => `订单 ${orderNo} 的退款（${state}）`,
    hindered: (named: string, more: number) =>
      `${named}${more > 0 ? `等，另有 ${more} 项` : ""}尚未完成，完成后才能注销账号`,
  },
  unknownOrder: "没有找到该订单",
  unknownShipment: "没有找到该包裹",
  unknownAddress: "没有找到该地址",
  addressOut: "该地区的运费不同，不能更改为该地址",
  brokenCursor: "翻页位置不正确",
  short: (left: number) => (left > 0 ? `库存不足，最多可买 ${left} 件` : "已售罄"),
  limit: (most: number, bought: number) => `每人限购 ${most} 件，您已购 ${bought} 件`,
  couponUnusable: "这张券不能用于本单：已使用或已过期",
  noReturnNotAgreed: "请先确认该商品不支持 7 天无理由退货",
  addressMissing: "请选择收货地址",
  dealerMissing: "请选择自提门店",
  noPickup: "该商品不支持到店自提",
  gone: "该商品已下架或未开售",
  idempotencyKeyMissing: "请求缺少编号，请刷新后重试",
} as const;
