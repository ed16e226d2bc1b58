/** Error messages of the collector. */
export const trackingMessages = { project: "未知的项目", nothing: "没有数据" } as const;
