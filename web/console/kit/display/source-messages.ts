/** Words of the channels from which people come, by the value of the links' `utm_source`. */
const sourceWords: Readonly<Record<string, string>> = {
  wechat: "微信",
  app: "App",
  search: "搜索",
  douyin: "抖音",
  friend: "好友分享",
  share: "好友分享",
  koc: "KOC 分享",
  baidu: "百度",
  xiaohongshu: "小红书",
  alipay: "支付宝",
  weibo: "微博",
  sms: "短信",
  store: "门店",
  dealer: "门店",
  desk: "现场录入",
  qr: "扫码",
  mail: "邮件",
  invite: "邀请码",
  invitation: "邀请码",
};

/** Channel as it is shown: its word, or the value of the link; "": none. */
export const sourceText = (source: string | null): string =>
  source === null ? "" : (sourceWords[source.toLowerCase()] ?? source);
