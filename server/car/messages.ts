/** Messages of the calls about the caller's cars. */
export const carMessages = { unknownActivity: "活动不存在或已下线" } as const;
