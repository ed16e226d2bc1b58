/** Texts of responses that no module creates. */
export const httpMessages = {
  success: "成功",
  retry: "再试一次",
  invalidValue: "填写不正确",
  decryptionFailed: "这条资料没有通过完整性校验，已停止使用，请联系客服处理",
} as const;
