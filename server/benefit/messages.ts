export const benefitMessages = {
  unknown: "卡券不存在或已下线",
  notStarted: "领取尚未开始",
  over: "领取已结束",
  ownersOnly: "仅限认证车主领取",
  signedUpOnly: "报名成功后才能领取",
} as const;
