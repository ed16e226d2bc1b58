/** What the edge says by itself. */
export const httpMessages = {
  done: "成功",
  again: "再试一次",
  unclear: "填写不正确",
  sealBroken: "这条资料没有通过完整性校验，已停止使用，请联系客服处理",
} as const;
