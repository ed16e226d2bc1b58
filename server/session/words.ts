/** What the gateway's login says. */
export const words = {
  /** Where the provider gives no nickname. */
  nicknameOf: (lastFour: string) => `用户${lastFour}`,
  nickname: "新用户",
  unreachable: "登录服务暂时不可用，请稍后重试",
} as const;
