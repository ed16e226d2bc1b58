/** Messages of the figures. */
export const figureMessages = {
  noDate: "请选择日期",
  order: "结束日期不能早于开始日期",
  tooLong: "时间范围最长 366 天",
  /** Areas of the overview command, in its order. */
} as const;
