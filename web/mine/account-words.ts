/** Texts of the page of one's account and data. */
export const words = {
  title: "个人信息与账号",
  loading: "正在加载",
  visitor: { title: "登录后管理个人信息", text: "导出我们保存的、与你有关的全部信息" },
  logIn: "登录",
  account: "账号",
  facts: {
    nickname: "昵称",
    mobile: "手机号",
    none: "未绑定",
    owner: "认证车主",
    yes: "已认证",
    no: "未认证",
  },
  export: {
    title: "导出个人信息",
    text: "账号、报名、登记、卡券、车主认证、车友圈和浏览记录，一份文件，手机和电脑都能打开。图片以链接给出，10 分钟内有效。",
    limit: "每天可以导出 5 次",
    button: "导出并下载",
    busy: "正在整理",
    done: (rows: number, kinds: number) => `已导出 ${kinds} 类、${rows} 条信息，文件已交给浏览器下载`,
    cut: (titles: string) => `${titles}较多，文件中是最近的 5000 条；其余可联系客服`,
    failed: "没有导出成功，请稍后重试",
    fileName: (day: string) => `个人信息-${day}.json`,
  },
  service: "更正信息或有疑问，可联系客服",
} as const;
