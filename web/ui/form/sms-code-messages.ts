/** Texts of the SMS code field. */
export const smsCodeMessages = {
  label: "短信验证码",
  to: (mobile: string) => `发送到 ${mobile}，确认是你本人`,
  get: "获取验证码",
  again: (seconds: number) => `${seconds} 秒后重发`,
  missing: "请填写 6 位短信验证码",
  failed: "验证码没有发出，请稍后重试",
} as const;
