/** Texts of "mine". */
export const words = {
  title: "我的",
  logIn: "登录 / 注册",
  logInText: "登录后查看报名、凭证和卡券",
  owner: "认证车主",
  settings: "账号设置",
  avatar: "头像",
  counts: { coupons: "优惠券", favourites: "收藏", signUps: "报名", leads: "登记" },
  next: (when: string, time: string) => `${when} · ${time} · 待参加`,
  when: { now: "进行中", today: "今天", tomorrow: "明天", days: (days: number) => `${days} 天后` },
  activities: "我的活动",
  all: "全部",
  entries: { upcoming: "待参加", done: "已结束", cancelled: "已取消", favourites: "收藏" },
  rows: {
    bind: "绑定手机号",
    bindNote: "报名线下活动需要",
    coupons: "我的卡券",
    leads: "我的登记",
    leadsNote: "可随时撤回",
    service: "联系客服",
  },
} as const;
