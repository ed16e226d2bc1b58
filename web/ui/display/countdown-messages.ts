/** Texts of countdowns. */
export const countdownMessages = {
  remaining: (days: number, hours: number, minutes: number, seconds: number) =>
    `剩余 ${days > 0 ? `${days} 天 ` : ""}${days > 0 || hours > 0 ? `${hours} 小时 ` : ""}${minutes} 分 ${seconds} 秒`,
  days: "天",
} as const;
