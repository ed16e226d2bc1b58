import { activityFieldLabels } from "#contract/console/activity/labels.ts";
import type { FaultWords } from "../../core/faults.ts";

/** Characters of a title, as the catalogue's schema has them. */
export const MAX_TITLE = 60;
const labelOf = (field: string): string =>
  (activityFieldLabels as Readonly<Record<string, string>>)[field] ?? field;
const kinds: Readonly<Record<string, string>> = {
  array: "列表",
  object: "一组内容",
  string: "文字",
  boolean: "是或否",
  number: "数字",
  int: "整数",
};
const things: Readonly<Record<string, string>> = { dealer: "门店", series: "车系", activity: "活动" };
const unitOf = (unit: string): string => (unit === "characters" ? " 个字" : unit === "entries" ? " 项" : "");

/** Faults for the operator of the console; each stands at its field. */
export const consoleFaults: FaultWords = {
  missing: () => "请填写",
  kind: (expected) => `应为${kinds[expected] ?? expected}`,
  empty: () => "请填写",
  unknownKey: () => "没有这一项",
  tooFew: (least, unit) => `至少 ${least}${unitOf(unit)}`,
  tooMany: (most, unit) => `最多 ${most}${unitOf(unit)}`,
  oneOf: (values) => `只能是 ${values} 之一`,
  wrong: () => "填写不正确",
  id: () => "编号应为 1 到 19 位数字",
  halfCharacter: () => "有无法保存的字符，请重新输入",
  plain: () => "不能换行，也不能有控制字符",
  moment: () => "请选择日期和时间",
  division: () => "请选择地区",
  series: () => "车系编号不正确",
  name: () => "应为 1 到 40 位字母、数字、- 或 _，以字母开头",
  sec: () => "应为 1 到 64 位字母、数字、- 或 _",
  address: () => "应为站内路径 /… 或 https:// 地址",
  picture: () => "请选择图片，或填写 https:// 地址",
  clock: () => "应为时:分，如 14:30",
  twice: () => "重复了",
  after: (field) => `应晚于${labelOf(field)}`,
  notAfter: (field) => `不能晚于${labelOf(field)}`,
  notBefore: (field) => `不能早于${labelOf(field)}`,
  province: () => "与所选省份不一致",
  noDealer: () => "报名时要选门店，请先添加参与门店",
  notItsDealer: () => "不在参与门店中",
  outside: () => "应在活动开始与结束之间",
  validity: () => "有效期请填写截止日期或天数其中一项",
  noPictures: () => "预约表单不能有图片题",
  noPicture: () => "图片不存在",
  twoLevels: () => "只有两级分类，请选择一级分类",
  unfitOptions: () => "每个规格须各选一项，且不能与其他 SKU 相同",
  noSuch: (what, id) => `没有这个${things[what] ?? what}：${id}`,
  immutable: () => "创建后不能修改",
  issued: (_stored, count) => `已发出 ${count} 张，不能修改；请新建一项权益`,
  belowTaken: (taken) => `已有 ${taken} 人报名，名额不能小于 ${taken}`,
  chosen: (id) => `不能移除 ${id}：已有人选择`,
  invited: (id) => `不能移除 ${id}：已发出邀请码`,
  takenKey: (activityId) => `与活动 ${activityId} 的流程编号重复`,
  takenCode: (dealerId) => `与门店 ${dealerId} 的编号重复`,
};

export const consoleActivityMessages = {
  unknownActivity: "活动不存在，或不在您的管理范围内",
  unknownVersion: "没有这个版本",
  sponsor: "您不能管理该主办方的活动",
  titleDiffers: "与活动标题不一致",
  reason: "请填写 1 到 60 个字，不能换行",
  timeOver: "请选择将来的时间",
  timeTooFar: "最多提前 180 天",
  nothingNew: "没有需要发布的修改",
  notPublished: "活动还没有上线",
  cancelled: "活动已取消",
  overtaken: "内容已被他人修改，请确认后重新发布",
  seated: (count: number, names: readonly string[]) =>
    `已有 ${count} 人报名（${names.join("、")}${count > names.length ? " 等" : ""}），请先改场次或取消报名`,
  sessionScope: "您不能修改该场次",
  copyOf: (title: string) => `${title}（副本）`,
  untitled: "未命名活动",
} as const;
