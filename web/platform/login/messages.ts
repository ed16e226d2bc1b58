/** Texts for a login that came back without a session. */
export const loginAgainMessages = { confirm: "重新登录", cancel: "暂不登录" } as const;
