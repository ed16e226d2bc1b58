import { priceText } from "#contract/mall/price-text.ts";

/** Texts of after-sales that people read. */
export const afterSaleMessages = {
  unknownCase: "没有找到该售后单",
  unknownLine: "没有找到该商品",
  lineTwice: "同一商品请合并数量",
  split: "已发货和未发货的商品请分开申请",
  picture: "图片没有上传成功，请重新选择",
  tooManyCases: "该订单的售后次数已达上限，请联系客服",
  idempotencyKeyMissing: "请求缺少编号，请刷新后重试",
  brokenCursor: "翻页位置不正确",
  explain: {
    goods: (fen: number) => `商品退款 ¥${priceText(fen)}，按实付金额计算`,
    freightBack: (fen: number) => `运费 ¥${priceText(fen)} 一并退回`,
    freightKept: "运费不退",
    couponBack: "使用的卡券将退回，有效期不变",
    couponKept: "使用的卡券不退回",
    immediate: "商品还没有发货，提交后立即退款",
    reviewed: "提交后由客服审核",
    sendBack: "审核通过后请在 7 天内寄回商品",
  },
  timeline: {
    asked: "已提交申请",
    agreed: "审核通过，请寄回商品",
    sent: "已寄回",
    received: "已收到退货",
    refunding: "退款处理中",
    done: "退款成功",
    declined: "审核未通过",
    withdrawn: "已撤销申请",
    lapsed: "超时未寄回，已关闭",
  },
  refund: {
    success: "已原路退回，到账以支付渠道为准",
    abnormal: "退款异常，客服会与您联系",
    other: "退款处理中",
    none: "",
  },
} as const;
