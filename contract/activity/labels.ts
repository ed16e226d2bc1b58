// Labels and codes without schemas: the first screen's script shows them and needs no validator.

/** Labels and codes of an activity (specification section 3). */
export const businessTypes = { 1: "新车试驾", 2: "售后关怀", 3: "车主活动", 4: "二手车" } as const;
export const sponsorLevels1 = ["107001", "107002"] as const;
/** Regions of headquarters; the prefix is shared (trap 14). */
export const sponsorLevels2 = {
  VWSA300000: "华北",
  VWSA400000: "华东",
  VWSA500000: "华南",
  VWSA600000: "华中",
  VWSA900000: "西北",
  VWSA100000: "北区",
  VWSA110000: "西南",
  VWSA130000: "中南",
} as const;
/** List A for online activities, list B for offline ones (specification section 4, requirements K09–K11). */
export const activityStatusLabels = {
  online: { 1: "未开始", 2: "进行中", 3: "已结束" },
  offline: { 1: "未开始", 2: "报名中", 3: "已结束" },
} as const;
