/** Messages of KOC applications. */
export const kocMessages = {
  unknown: "这个活动没有 KOC 招募",
  notStarted: "KOC 招募尚未开始",
  over: "KOC 招募已结束",
  full: "KOC 名额已满",
  console: {
    gone: "KOC 申请不存在，或不在您的数据范围内",
    noPlace: "名额已满，不能再通过",
    decided: "这些申请已有结果，请刷新后查看",
  },
} as const;
