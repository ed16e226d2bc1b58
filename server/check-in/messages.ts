export const checkInMessages = {
  linkOver: "签到链接已失效，请向主办方要新的链接",
  brokenCursor: "翻页位置不正确",
  /** Texts of the console. */
  console: {
    gone: "没有这条报名，或您没有查看它的权限",
    isCheckedIn: "已经到场",
    changedSince: "之后又有人核销或撤销，已保留",
  },
} as const;
