/** Messages of the invitation feature. */
export const invitationMessages = {
  unknown: "邀请不存在或已失效",
  used: "这份邀请已被使用",
  expired: "这份邀请已过期",
  noName: "请填写姓名",
  wrongMobile: "手机号不正确",
  sameMobile: (row: number) => `手机号与第 ${row} 行重复`,
  /** Of the console's calls. */
  console: {
    gone: "邀请码不存在",
    ended: "所选邀请码都已使用、过期或撤销",
    noActivity: "活动不存在",
    noSession: "活动没有这个场次",
    noDealer: "门店不在活动的参与门店中",
    otherDealer: "该场次属于另一家门店",
    needsSession: "这个活动需要选择场次",
    noGuests: "请填写客人名单",
    tooMany: (most: number) => `一次最多 ${most} 位`,
  },
} as const;
