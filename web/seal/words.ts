/** Texts of an invitation by a sealed code. */
export const words = {
  title: "受邀报名",
  for: (name: string) => `${name}** 的专属邀请`,
  text: "不用填写表单，确认后即可获得报名凭证，使用你绑定的手机号。",
  time: "活动时间",
  until: "邀请有效期至",
  apply: "确认报名",
  applying: "正在报名",
  activity: "查看活动",
  used: { title: "这份邀请已被使用", text: "如果是你用的，登录后在活动页查看报名凭证" },
  expired: { title: "这份邀请已过期", text: "可以联系邀请你的人，或直接报名" },
  none: { title: "没有这份邀请", text: "链接可能不完整，请重新打开收到的链接" },
  loading: "正在查看邀请",
  retry: "重试",
  others: "看看活动",
} as const;
