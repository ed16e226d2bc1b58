/** Texts of the built-in provider's pages and responses. */
export const identityMessages = {
  interactionGone: "登录页面已失效，请返回后重新登录",
  passwordLocked: (minutes: number): string =>
    minutes < 120
      ? `密码错误次数过多，请 ${minutes} 分钟后再试，或用验证码登录`
      : "密码错误次数过多，请明天再试，或用验证码登录",
  passwordsBusy: "现在登录的人太多，请稍后再试，或用验证码登录",
  passwordMissing: "请设置密码",
  passwordCommon: "这个密码太常见，容易被猜到，请换一个",
  passwordNamed: "密码不能只是品牌名、手机号或常见词加数字，请换一个",
  passwordRepeated: "密码重复的字符太多，请换一个",
  passwordLoginOff: "这里不能用密码登录，请用验证码登录",
  registered: "该手机号已注册，请直接登录",
  codeGone: "验证码不正确或已失效，请重新获取",
  codeWrong: (triesLeft: number): string => `验证码不正确，还可尝试 ${triesLeft} 次`,
  smsFailed: "短信暂时发不出去，请稍后再试",
  otherMobile: "该账号已绑定其他手机号",
  providerAway: "登录服务暂时不可用，请稍后重试",
  providerPageOnly: "请在登录页面完成登录或绑定",
  notBuilt: "登录页面还没有准备好，请稍后再试",
  home: "返回首页",
  errorTitle: "无法继续登录",
  errorHint: "请返回刚才的页面，重新点一次登录。",
  errorCode: "错误代码",
  logoutTitle: (name: string): string => `退出${name}`,
  logoutText: "退出后，用同一账号登录的其他页面也需要重新登录。",
  logoutYes: "退出登录",
  logoutNo: "保持登录",
  loggedOutTitle: "已退出登录",
  loggedOutText: "可以关闭这个页面了。",
} as const;

/** Reasons why a login cannot continue, by the error code of OpenID Connect. */
const reasons: Readonly<Record<string, string>> = {
  invalid_redirect_uri: "登录后要返回的地址没有注册。",
  invalid_client: "发起登录的应用没有注册。",
  invalid_scope: "发起登录的应用请求了不支持的内容。",
  unsupported_response_type: "发起登录的应用请求了不支持的登录方式。",
  server_error: "服务异常，请稍后重试。",
  temporarily_unavailable: "登录服务暂时不可用，请稍后重试。",
};
export const loginErrorReason = (code: string): string => reasons[code] ?? "登录请求不完整，或者已经过期。";

/** First nickname of a person; it shows at most the last four digits of the mobile (requirement I07). */
export const firstNickname = (brandName: string, mobile: string): string =>
  `${brandName.replace(/汽车$/, "")}用户${mobile.slice(-4)}`;
