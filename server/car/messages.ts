/** What looking for the caller's car says. */
export const carMessages = { unknownActivity: "活动不存在或已下线" } as const;
