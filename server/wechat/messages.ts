/** Texts of the WeChat login on the server. */
export const wechatMessages = {
  /** Name of people without a name from WeChat. */
  nickname: "微信用户",
  unavailable: "微信登录暂时不可用，请稍后重试",
  foreignPage: "该页面地址不属于本站",
  refusedTitle: "无法打开这个页面",
  refusedText: "链接要去的地址不属于本站，为了你的账号安全，没有继续。",
  refusedHint: "请返回刚才的页面，重新点一次登录。",
  refusedHome: "去活动首页",
} as const;
