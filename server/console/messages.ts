/** Texts of the console's server for operators. */
export const consoleMessages = {
  outcomeUnknown: "上一次提交的结果未知，请刷新页面查看",
} as const;
