import type { FormField } from "#contract/activity/activity.ts";

const select = (key: string, label: string, options: readonly string[], required = true): FormField => ({
  key,
  label,
  kind: "select",
  required,
  options: [...options],
  placeholder: "请选择",
});
const text = (key: string, label: string, placeholder: string, required = false): FormField => ({
  key,
  label,
  kind: "text",
  required,
  options: [],
  placeholder,
});
const number = (key: string, label: string, placeholder: string, required = true): FormField => ({
  key,
  label,
  kind: "number",
  required,
  options: [],
  placeholder,
});

/** Questions shared by sign-up forms. */
export const conceptQuestions = {
  licence: select("licenceYears", "驾龄", ["1 年以内", "1–3 年", "3–10 年", "10 年以上"]),
  purchase: select("purchasePlan", "预计购车时间", ["1 个月内", "3 个月内", "半年内", "随便看看"], false),
  company: number("companions", "同行人数", "含自己，填数字"),
  children: text("childrenAges", "孩子年龄", "如 4 岁、7 岁"),
  meal: text("meal", "饮食忌口", "没有可不填"),
  ownSeries: select("ownSeries", "你的爱车", ["远山", "行云", "逐光", "晓城", "望野", "知微"]),
  mileage: number("mileage", "当前里程（公里）", "看仪表盘，填整数"),
  trouble: text("trouble", "最近的用车困扰", "如冬天掉电快、转弯有异响"),
  ask: text("question", "想问的问题", "技师会提前准备"),
  camera: text("camera", "拍摄器材", "手机也可以"),
  helmet: select("helmetSize", "头盔尺码", ["S", "M", "L", "XL"]),
  gear: select("gear", "露营装备", ["全部自带", "需要租天幕", "需要租全套"]),
  stall: text("stall", "想摆什么", "如手作、闲置、咖啡；只逛可不填"),
  currentCar: text("currentCar", "现有车型", "品牌、车系和年款", true),
  carAge: select("carAge", "车龄", ["2 年以内", "2–5 年", "5–8 年", "8 年以上"]),
  budget: select("budget", "购车预算", ["10 万以内", "10–15 万", "15–20 万", "20 万以上"], false),
  commute: select("commute", "每天通勤", ["20 公里以内", "20–50 公里", "50 公里以上"]),
  charging: select("charging", "家里能装充电桩吗", ["已有", "可以装", "不能装", "还不清楚"], false),
  version: text("version", "当前车机版本", "设置 · 关于，如 3.2.1", true),
  platform: select("platform", "内容平台", ["车友圈", "短视频", "图文社区", "其他"]),
  photos: {
    key: "photos",
    label: "参赛照片",
    kind: "picture",
    required: true,
    options: [],
    placeholder: "会公开展示，请勿包含他人面部、车牌等信息",
    maxPictures: 5,
  } satisfies FormField,
  sentence: text("sentence", "一句话", "会和照片一起公开，100 字以内", true),
  reason: text("reason", "为什么选它", "设计师会逐条读，100 字以内", true),
  story: text("story", "一句话介绍你的故事", "100 字以内", true),
} as const;
