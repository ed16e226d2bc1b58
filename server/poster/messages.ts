export const posterMessages = {
  unknownActivity: "活动不存在或已下线",
  online: "线上活动",
  invites: (name: string) => `${name} 邀你同行`,
  hint: "长按识别，查看活动",
  ellipsis: "…",
} as const;
