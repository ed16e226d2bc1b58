/** Texts of the index only: other pages do not load them. */
export const homeMessages = {
  title: (brand: string) => `活动首页 - ${brand}`,
  chooseCity: "选择城市",
  search: "搜索活动、车系、门店",
  greeting: "你好，去看山吗",
  /** @param name null: the person has chosen none */
  greetingTo: (name: string | null) => `${name ?? "你好"}，去看山吗`,
  nearest: (count: number, distance: string) => `附近有 ${count} 场活动正在报名，最近的 ${distance}`,
  counted: (city: string, count: number) => `${city}有 ${count} 场活动正在报名`,
  nothing: (city: string) => `${city}近期暂无可报名的活动`,
  banners: "推荐",
  quick: "快捷入口",
  /** In the order of `QuickEntries`. */
  entries: ["预约试驾", "售后关怀", "车主活动", "认证二手车", "我的卡券"],
  nearby: "附近活动",
  byDistance: (city: string) => `${city} · 按距离排序`,
  byTime: (city: string) => `${city} · 按时间排序`,
  all: (count: number) => `全部 ${count} 场`,
  online: "线上精选",
  onlineSub: "不出门也能参加",
  more: "更多",
  emptyTitle: "附近暂时没有活动",
  emptyText: "换个城市看看，或稍后再来。",
} as const;
