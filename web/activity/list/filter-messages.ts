/** Texts of the filter panels, which are loaded after the first screen. */
export const filterMessages = {
  all: "全部",
  reset: "重置",
  show: (count: number) => `查看 ${count > 998 ? "999+" : count} 场活动`,
  showNone: "没有符合的活动",
  showUncounted: "查看活动",
} as const;
