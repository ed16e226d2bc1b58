/** Login messages: the first two and the last come from specification section 8, the others are our own. */
export const loginMessages = {
  messagingFailed: "微信登录失败，请稍后重试",
  ssoFailed: "登录失败，请稍后重试",
  tokenInvalid: "登录已失效，请重新登录",
  providerDown: "登录服务暂时不可用，请稍后重试",
  /** Login state could not survive leaving the page (requirement D19). */
  storageBlocked: "浏览器限制了本地存储，请用手机号验证码登录",
  offline: "网络不可用，请检查网络后重试",
  shareDone: "分享成功",
} as const;
