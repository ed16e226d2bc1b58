/** Messages of KOC applications. */
export const kocMessages = {
  unknown: "这个活动没有 KOC 招募",
  notStarted: "KOC 招募尚未开始",
  over: "KOC 招募已结束",
  full: "KOC 名额已满",
} as const;
