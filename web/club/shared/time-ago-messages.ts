/** Texts of relative times. */
export const timeAgoMessages = {
  now: "刚刚",
  minutes: (count: number) => `${count} 分钟前`,
  hours: (count: number) => `${count} 小时前`,
  yesterday: (time: string) => `昨天 ${time}`,
} as const;
