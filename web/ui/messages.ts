/** Texts of the shared components; each feature has its own messages.ts. */
export const uiMessages = {
  home: "首页",
  activities: "活动",
  club: "车友圈",
  mall: "商城",
  mine: "我的",
  back: "返回",
  close: "关闭",
  mainNavigation: "主导航",
  skip: "跳到主要内容",
  search: "搜索活动、车系",
  cityNow: (city: string) => `当前城市：${city}，点击切换`,
  logIn: "登录",
  account: (nickname: string) => `我的账号：${nickname}`,
  contact: (phone: string) => `联系我们 ${phone}`,
  retry: "重试",
  why: "为什么不能参加",
  asOf: (moment: string) => `离线内容，更新于 ${moment}`,
  loading: "正在加载",
  calledOff: { title: "活动已取消", text: (reason: string) => `取消原因：${reason}` },
  tryAgain: "稍后再试一次。",
  offline: { title: "网络好像断开了", text: "检查一下网络设置，再试一次。" },
  busy: { title: "活动太火爆了，请稍后再试", text: "同一时间来的人有点多。" },
  remaining: (days: number, hours: number, minutes: number, seconds: number) =>
    `剩余 ${days > 0 ? `${days} 天 ` : ""}${days > 0 || hours > 0 ? `${hours} 小时 ` : ""}${minutes} 分 ${seconds} 秒`,
  days: "天",
  date: {
    /** Index: `Date.getDay`. */
    weekdays: ["周日", "周一", "周二", "周三", "周四", "周五", "周六"],
    monthDay: (month: number, day: string) => `${month}月${day}日`,
    inYear: (year: number, date: string) => `${year}年${date}`,
  },
} as const;
