/** Texts for a visit by a share link. */
export const referrerMessages = {
  by: (name: string) => `${name} 邀你同行`,
  friend: "好友",
  accept: "接受邀请",
  accepted: "已接受",
  acceptedToast: "已接受邀请，TA 会看到你来过",
  help: "为 TA 助力",
  helped: "已助力",
  helpedToast: "助力成功",
  helpedBefore: "你已助力过",
} as const;
