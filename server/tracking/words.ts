/** What the collector says to whoever sends what it cannot take. */
export const words = { project: "未知的项目" } as const;
