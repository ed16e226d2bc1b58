import { bannerFieldLabels, type BannerFieldName } from "#contract/console/content/banners.ts";
import type { FaultWords } from "../../core/faults.ts";
import { consoleFaults } from "../console/messages.ts";

/** Faults with the names of a banner's fields. */
export const bannerFaults: FaultWords = {
  ...consoleFaults,
  after: (field) => `应晚于${bannerFieldLabels[field as BannerFieldName] ?? field}`,
};

/** Messages about banners for operators. */
export const bannerMessages = {
  unknown: "轮播图不存在，或不在您的管理范围内",
  unknownVersion: "没有这个版本",
  city: "您只能管理本区域城市的轮播图",
  otherGone: "顺序已变化，请重新拖动",
  notLive: "该轮播图当前没有展示",
  isLive: "展示中的轮播图不能删除，请先下线",
} as const;
