/** Texts of reminders. */
export const reminderMessages = {
  label: "提醒",
  off: "活动已取消，点此看原因",
  moved: (when: string) => `时间有变，改到 ${when}`,
  offer: (until: string) => `有席位了，请在 ${until} 前确认`,
  today: (time: string) => `今天 ${time} 开始，点此出示凭证`,
  tomorrow: (time: string) => `明天 ${time} 开始，点此看凭证和路线`,
  opensToday: (time: string) => `今天 ${time} 开放报名`,
  opensTomorrow: (time: string) => `明天 ${time} 开放报名`,
  open: "你收藏的活动已开放报名",
  close: "知道了，关闭提醒",
} as const;
