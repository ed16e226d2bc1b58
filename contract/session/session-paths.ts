/**
 * Paths of the login calls below the API base; separate from their schemas because the environment's
 * configuration lists them.
 */
export const sessionPaths = {
  tokenLogin: "cop-marketing-base/api/v1/cop/token-login",
  sessionsCode: "cop-marketing-base/api/v1/vip/third/sessions-code",
  wechatSessions: "cop-marketing-base/api/v1/cop/third/wechat-sessions",
  users: "cop-auth/api/v1/vip/users",
} as const;
