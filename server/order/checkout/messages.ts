const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2).replace(/\.00$/, "")}`;

export const quoteMessages = {
  unknownProduct: "商品不存在或已下架",
  unknownAddress: "收货地址不存在，请重新选择",
  unknownCoupon: "卡券不存在或已失效",
  unknownDealer: "门店不存在，请重新选择",
  tooLarge: "一单金额最多 50 万元，请分开下单",
  tooManyUnits: (most: number) => `一种商品一单最多 ${most} 件`,
  addressMissing: "请填写收货地址",
  dealerMissing: "请选择自提门店",
  noPickup: (title: string) => `「${title}」不支持到店自提`,
  noPickupThere: (title: string) => `「${title}」不能在这家门店自提`,
  gone: (title: string) => `「${title}」已下架或尚未开售`,
  out: (title: string) => `「${title}」已售罄`,
  short: (title: string, left: number) => `「${title}」库存不足，最多可买 ${left} 件`,
  limit: (title: string, most: number, bought: number) =>
    bought > 0 ? `「${title}」每人限购 ${most} 件，您已购 ${bought} 件` : `「${title}」每人限购 ${most} 件`,
  couponUnusable: (why: string) => `这张券不能用于本单：${why}`,
  coupon: {
    deskOnly: "仅限到店使用",
    held: "已用于另一笔待付款订单",
    notStarted: "还未到使用时间",
    lapsed: { signUp: "活动报名已取消", verification: "车主认证已取消" },
    scope: "不适用于所选商品",
    threshold: (missingFen: number) => `适用商品还差 ${yuan(missingFen)}`,
    nothing: "本单没有可抵扣的金额",
  },
} as const;
