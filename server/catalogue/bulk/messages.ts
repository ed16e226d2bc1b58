import { activityFieldLabels } from "#contract/console/activity/labels.ts";

const labels: Readonly<Record<string, string>> = activityFieldLabels;

/** Reasons why a bulk act does not change an activity; the operator reads them with their number. */
export const activityBulkMessages = {
  notOwn: "不能修改该主办方的活动",
  notPublished: "没有上线",
  hasTag: "已有该标签",
  hasNoTag: "没有该标签",
  tooManyTags: (most: number) => `标签已满 ${most} 个`,
  draftTags: "草稿中改过标签，请先发布或放弃",
  changedSince: "之后有人修改过",
  fault: (place: string, text: string) => `${labels[place.split(".")[0] ?? ""] ?? place}：${text}`,
} as const;
