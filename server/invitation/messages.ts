/** Messages of the invitation feature. */
export const invitationMessages = {
  unknown: "邀请不存在或已失效",
  used: "这份邀请已被使用",
  expired: "这份邀请已过期",
} as const;
