import type { ActivityBulkAct, TagChange } from "#contract/console/activity/bulk.ts";

type Kind = ActivityBulkAct["kind"];
/** Texts of bulk acts on activities. */
export const activityBulkTexts = {
  acts: { withdraw: "下线", tag: "打标签", clone: "复制" } satisfies Record<Kind, string>,
  titles: {
    withdraw: (count: string) => `下线 ${count} 个活动`,
    tag: (count: string) => `修改 ${count} 个活动的标签`,
    clone: (count: string) => `复制 ${count} 个活动`,
  } satisfies Record<Kind, (count: string) => string>,
  intros: {
    withdraw:
      "访客将看不到这些活动，已报名的人保留席位，不会通知客户。定时上线与下线的计划会取消，撤销后不恢复。",
    tag: "访客看得到的活动立即生效并留下版本；还没发布过的改在草稿里。",
    clone: "每个活动生成一个新草稿，标题加“（副本）”，主办方不变；客户、券码、邀请码和链接不会复制。",
  } satisfies Record<Kind, string>,
  confirm: { withdraw: "下线", tag: "修改标签", clone: "复制" } satisfies Record<Kind, string>,
  change: "方式",
  changes: { add: "添加", remove: "移除" } satisfies Record<TagChange, string>,
  tag: "标签",
  tagHint: "最多 12 个字",
  plan: (able: number, refused: number) =>
    refused === 0 ? `将处理 ${able} 个活动` : `将处理 ${able} 个活动，${refused} 个不能`,
  people: (taken: number, waiting: number) => `涉及已报名 ${taken} 席、候补 ${waiting} 人`,
  fault: (fault: string, count: number) => `${count} 个：${fault}`,
  dry: "试运行，不会写入",
} as const;
