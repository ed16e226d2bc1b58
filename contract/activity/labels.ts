// Labels and codes without schemas: the first screen's script shows them and needs no validator.

/** Labels of an activity's business types (specification section 3). */
export const businessTypes = { 1: "新车试驾", 2: "售后关怀", 3: "车主活动", 4: "二手车" } as const;
/** List A for online activities, list B for offline ones (specification section 4, requirements K09–K11). */
export const activityStatusLabels = {
  online: { 1: "未开始", 2: "进行中", 3: "已结束" },
  offline: { 1: "未开始", 2: "报名中", 3: "已结束" },
} as const;
