/** Texts of the console's server for operators. */
export const consoleMessages = {
  loginTaken: "该账号已存在",
  tooManyViews: "每个列表最多保存 50 个视图",
  outcomeUnknown: "上一次提交的结果未知，请刷新页面查看",
} as const;
