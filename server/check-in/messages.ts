export const checkInMessages = {
  linkOver: "签到链接已失效，请向主办方要新的链接",
  brokenCursor: "翻页位置不正确",
} as const;
