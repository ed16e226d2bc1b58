import { activityFieldLabels } from "#contract/console/activity/labels.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";

/** Words of fixed outcomes; others are ids, figures and names of versions. */
const outcomeWords: Readonly<Record<string, string>> = {
  done: "完成",
  asked: "已提出",
  fetched: "已下载",
  cancelled: "已取消",
  failed: "未成功",
  again: "重复提交",
  same: "未变",
  added: "新增",
  changed: "修改",
  removed: "移除",
  remove: "删除",
  bar: "停用",
  unbar: "恢复",
  reject: "保留",
  clear: "清空",
  reached: "已接通",
  missed: "未接通",
  refunded: "已退款",
  agreed: "已同意",
  shipped: "待收货",
  shipping: "待收货",
  ready: "待自提",
  paid: "待发货",
  pending: "待付款",
  closing: "取消中",
  closed: "已关闭",
  requested: "待审核",
  received: "已收货",
  returning: "退货中",
  planned: "已定时",
  own: "本次登录",
  others: "其他登录",
  details: "资料",
  masked: "脱敏",
  accepted: "通过",
  declined: "未通过",
  refunding: "退款中",
  lapsed: "已过期",
  sent: "已寄回",
  hide: "隐藏",
  show: "恢复显示",
  hidden: "已隐藏",
  shown: "已恢复显示",
  list: "列表",
  cleared: "已清除",
  nobody: "未分配",
  contact: "联系客户",
  verify: "核对身份",
  complaint: "处理投诉",
  other: "其他",
  text: "文字",
  cover: "封面",
  passkey: "通行密钥",
  password: "密码",
  totp: "动态验证码",
  recovery: "恢复码",
  directory: "企业目录",
  simulator: "环境实验室",
  scanned: "扫码",
  typed: "输入",
  picked: "点选",
  "check-in": "到场核销",
  compose: "页面编辑",
  preview: "预览",
  complaints: "投诉处理",
  leads: "线索",
  unidentified: "无法核对身份",
  refused: "依法不能处理",
  withdrawn: "本人撤回",
  export: "导出",
  erase: "删除",
};
/** Nouns of counted things: "8 codes". */
const countedWords: Readonly<Record<string, string>> = {
  codes: "个邀请码",
  days: "天",
  questions: "个问题",
  sessions: "个场次",
  series: "个车系",
  texts: "条",
  stored: "条已保存",
  changed: "条已修改",
  same: "条未变",
  removed: "条已删除",
  refused: "条被拒绝",
  deleted: "条已删除",
};
/** Words of outcomes with a number: figures by noun, versions, places and planned times. */
function countedOutcome(outcome: string): string | null {
  const version = /^version (\d+)$/.exec(outcome);
  if (version !== null) return `第 ${version[1]} 版`;
  const place = /^place (\d+)$/.exec(outcome);
  if (place !== null) return `移到第 ${place[1]} 位`;
  const planned = /^(publish|withdraw) at (\S+)$/.exec(outcome);
  if (planned !== null)
    return `${planned[1] === "publish" ? "上线" : "下线"} · ${formatShort(toShanghaiIso(new Date(planned[2] ?? "")))}`;
  const parts = outcome.split(", ").map((part) => /^(\d+) ([a-zA-Z]+)$/.exec(part));
  const words = parts.map((part) => {
    const noun = countedWords[part?.[2] ?? ""];
    return noun === undefined ? null : `${part?.[1] ?? ""} ${noun}`;
  });
  return words.includes(null) ? null : words.join("，");
}

/** Words of the fields that an act changed; null: others than an activity's are among them. */
function fieldsOutcome(outcome: string): string | null {
  const labels: Readonly<Record<string, string>> = activityFieldLabels;
  const words = outcome.split(", ").map((field) => labels[field] ?? null);
  return words.includes(null) ? null : words.join("、");
}

/** Words of an outcome; null: it is shown as it is. */
export function wordsOfOutcome({ action, outcome }: { action: string; outcome: string }): string | null {
  if (/^-?\d+$/.test(outcome)) {
    const count = Number(outcome);
    if (action === "stock.adjust") return `${count > 0 ? "+" : ""}${count} 件`;
    if (action === "coupon.extend") return `${count} 张`;
  }
  return outcomeWords[outcome] ?? countedOutcome(outcome) ?? fieldsOutcome(outcome);
}
