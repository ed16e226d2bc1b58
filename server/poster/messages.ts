export const posterMessages = {
  unknownActivity: "活动不存在或已下线",
  online: "线上活动",
  invites: (name: string) => `${name} 邀你同行`,
  hint: "长按识别，查看活动",
  ellipsis: "…",
  weekdays: ["周日", "周一", "周二", "周三", "周四", "周五", "周六"],
  day: (month: number, day: string) => `${String(month)}月${day}日`,
  until: (start: string, end: string) => `${start} – ${end}`,
} as const;
