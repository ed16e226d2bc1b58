/** What the collector says to whoever sends what it cannot take. */
export const trackingMessages = { project: "未知的项目", nothing: "没有数据" } as const;
