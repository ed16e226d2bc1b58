import type { ListedSetting } from "#contract/console/watch/settings.ts";

const amount = (fen: number): string => `¥${(fen / 100).toLocaleString("zh-CN")}`;
const minutes = (value: number): string => (value % 60 === 0 ? `${value / 60} 小时` : `${value} 分钟`);
type Words = {
  readonly label: string;
  readonly hint: string;
  readonly text: (value: number) => string;
};
const words: Readonly<Record<ListedSetting["name"], Words>> = {
  sessionIdle: { label: "无操作后退出", hint: "登录后没有操作", text: minutes },
  sessionTotal: { label: "登录最长时间", hint: "到时需重新登录", text: minutes },
  stepUp: { label: "再次验证有效期", hint: "敏感操作前的二次验证", text: minutes },
  revealsPerHour: { label: "每小时查看手机号", hint: "每位操作员", text: (value) => `${value} 次` },
  revealsPerDay: { label: "每天查看手机号", hint: "每位操作员", text: (value) => `${value} 次` },
  refundSum: { label: "退款需复核的金额", hint: "超过后由第二人复核", text: amount },
  leadEnd: { label: "线索首次联系截止", hint: "次一工作日的时刻", text: (value) => `${value}:00` },
  answerDays: { label: "个人信息请求答复期限", hint: "自收到次日起", text: (value) => `${value} 个工作日` },
  copyHours: { label: "个人信息副本保留", hint: "未取走即删除", text: (value) => `${value} 小时` },
  auditRetention: {
    label: "操作日志保存",
    hint: "封存永久保留",
    text: (value) => `${value.toLocaleString("zh-CN")} 天`,
  },
  eventRetention: { label: "行为事件保存", hint: "超过后自动删除", text: (value) => `${value} 天` },
};

/** Texts of 设置. */
export const settingPageMessages = {
  title: "设置",
  words,
  groups: {
    login: {
      title: "登录与查看",
      names: ["sessionIdle", "sessionTotal", "stepUp", "revealsPerHour", "revealsPerDay"],
    },
    business: { title: "业务", names: ["refundSum", "leadEnd"] },
    privacy: {
      title: "个人信息与留存",
      names: ["answerDays", "copyHours", "auditRetention", "eventRetention"],
    },
  } satisfies Readonly<Record<string, { title: string; names: ListedSetting["name"][] }>>,
  variable: (name: string) => `环境变量 ${name}`,
  constant: "产品内置",
  where: "环境变量在服务器的设置文件中修改，重新加载进程后生效。",
  calendar: {
    title: "工作日历",
    text: "与周一至周五不同的日子。线索超时和个人信息请求的期限按此计算，修改后立即生效。",
    year: "年份",
    missing: (year: string) => `${year} 年的节假日还没有录入，期限会按周一至周五计算。`,
    off: "休息",
    working: "上班",
    day: "日期",
    kind: "类型",
    add: "添加",
    remove: (day: string) => `移除 ${day}`,
    saved: "已保存工作日历",
    exists: "这一天已在列表中",
    weekdays: ["周日", "周一", "周二", "周三", "周四", "周五", "周六"],
  },
} as const;
