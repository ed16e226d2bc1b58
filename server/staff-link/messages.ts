/** Messages of the console's calls about links of staff. */
export const staffLinkMessages = {
  gone: "链接不存在",
  ended: "所选链接都已失效",
  noActivity: "活动不存在",
  noSession: "活动没有这个场次",
  unknownDealer: "门店不存在",
  noDealer: "门店不在活动的参与门店中",
  otherDealer: "该场次属于另一家门店",
  notOnline: "只有线上活动有可编排的页面",
  needsActivity: "请选择活动",
  needsDealer: "您只能为自己负责的门店生成链接，请选择门店",
} as const;
