/** Texts about activities that somebody cannot take part in. */
export const closedMessages = {
  why: "为什么不能参加",
  calledOff: { title: "活动已取消", text: (reason: string) => `取消原因：${reason}` },
} as const;
