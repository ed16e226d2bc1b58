/** Texts of the search suggestions. */
export const suggestionMessages = {
  label: "搜索建议",
  history: "搜索记录",
  clear: "清空",
  kinds: {
    offline: "活动",
    online: "活动",
    dealer: "门店",
    series: "车系",
    group: "车友会",
    district: "地区",
    search: "",
  },
  found: (count: number) => (count === 0 ? "没有建议" : `${count} 条建议，用上下键选择`),
  offline: "没有网络，只能看搜索记录",
} as const;
