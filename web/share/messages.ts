/** Texts of the user's shares. */
export const shareMessages = {
  title: "我的分享",
  counts: { opens: "来过", helps: "助力", signUps: "报名", leads: "预约" },
  invite: "邀请好友",
  inviteFor: (title: string) => `邀请好友参加${title}`,
  who: "谁来过",
  whoFor: (title: string) => `谁来过${title}`,
  credit: { help: "为你助力", signUp: "已报名", lead: "已预约" },
  nobody: "还没有人，把链接发给朋友吧",
  failed: "没有加载出来",
  retry: "重试",
  loading: "正在加载",
  empty: { title: "还没有分享过活动", text: "把活动发给朋友，他们的报名会记在你名下" },
  others: "看看活动",
  visitor: { title: "登录后查看分享", text: "朋友通过你的链接助力、报名，都会记在这里" },
  logIn: "登录",
} as const;
