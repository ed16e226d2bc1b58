/** Texts of the list of favourites. */
export const favouritesMessages = {
  title: "我的收藏",
  empty: { title: "还没有收藏", text: "在活动页点“收藏”，会放在这里。收藏只保存在这台设备上。" },
  find: "去看看活动",
  remove: (title: string) => `取消收藏：${title}`,
  until: (date: string) => `${date}截止`,
  ended: "已结束",
  gone: "已下线",
  added: "已收藏",
  addedAhead: "已收藏，开放报名时提醒你",
  removed: "已取消收藏",
} as const;
