/** Messages of the share feature. */
export const shareMessages = {
  unknownActivity: "活动不存在或已下线",
  unknownInvitation: "邀请不存在",
  self: "不能为自己助力",
  helped: "你已在这个活动助力过",
  noShare: "没有这条分享，或不在您的管理范围内",
} as const;
