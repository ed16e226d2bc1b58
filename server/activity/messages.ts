export const activityMessages = {
  unknownActivity: "活动不存在或已下线",
  brokenCursor: "翻页位置不正确",
  unclear: "填写不正确",
} as const;
