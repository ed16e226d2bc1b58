/** Texts of exporting personal data and erasing the account. */
export const privacyMessages = {
  export: {
    title: "导出个人信息",
    text: "账号、报名、预约、卡券、车主认证、车友圈和浏览记录，一份文件，手机和电脑都能打开。图片以链接给出，10\u00a0分钟内有效。",
    limit: "每天可以导出 5 次",
    button: "导出并下载",
    busy: "正在整理",
    done: (rows: number, kinds: number) => `已导出 ${kinds} 类、${rows} 条信息，文件已交给浏览器下载`,
    cut: (titles: string) => `${titles}较多，文件中只有一部分；其余可联系客服`,
    failed: "没有导出成功，请稍后重试",
    elsewhere: "这里保存不了文件，请用手机或电脑的浏览器打开本页后导出",
    copy: "复制本页地址",
    copied: "已复制，请到浏览器中打开",
    copyFailed: "没有复制成功，请在浏览器中打开本页",
    fileName: (day: string) => `个人信息-${day}.json`,
  },
  erase: {
    title: "注销账号",
    points: [
      "账号、报名、预约、卡券、车主认证、车友圈内容和浏览记录会立即删除，无法恢复",
      "还没开始的报名会取消，名额让给其他人；未使用的卡券作废",
      "只保留不含个人信息的统计数，例如活动已用名额",
    ],
    start: "我要注销",
    fresh: "没有绑定手机号：请在登录后 10 分钟内注销，超过时间需要重新登录",
    sure: "我已了解：注销后数据无法恢复",
    sureMissing: "请先勾选确认",
    keep: "先不注销",
    button: "确认注销",
    busy: "正在注销",
    failed: "没有注销成功，请稍后重试",
  },
} as const;
