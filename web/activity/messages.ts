/** Texts that several activity pages share. Tone: design guide section 8. Each page has messages of its own. */
export const activityMessages = {
  status: { full: "名额已满" },
  card: {
    onlinePlace: "线上活动",
    left: (seats: number) => `剩 ${seats} 席`,
    fewLeft: (seats: number) => `仅剩 ${seats} 席`,
    taken: (percent: number) => `已报 ${percent}%`,
    full: "名额已满",
    opens: (when: string) => `${when} 开放报名`,
    starts: (when: string) => `${when} 开始`,
    ended: "查看详情",
    month: (month: number) => `${month}月`,
  },
  loading: "正在加载活动",
  notLocated: "没有取得位置，按市中心的远近排序",
} as const;
