/** Texts of the account page. */
export const accountMessages = {
  visitor: { title: "登录后管理个人信息", text: "导出我们保存的、与你有关的全部信息" },
  logIn: "登录",
  account: "账号",
  edit: "修改昵称和头像",
  facts: {
    nickname: "昵称",
    mobile: "手机号",
    unset: "未设置",
    none: "未绑定",
    owner: "认证车主",
    vip: "会员",
    member: "VIP",
    yes: "已认证",
    no: "未认证",
  },
  service: "更正信息或有疑问，可联系客服",
} as const;
