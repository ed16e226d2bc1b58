import type { SaveFault } from "../operator/save.ts";

/** Texts of the console about products and stock. */
export const consoleProductMessages = {
  unknownProduct: "没有找到该商品",
  unknownSku: "没有找到该规格",
  unknownVersion: "没有找到该版本",
  conflict: "商品刚刚被他人修改，请刷新后再操作",
  same: "商品已是该状态",
  timeOver: "请选择将来的时间",
  timeTooFar: "最多提前 365 天",
  noPlan: "该计划已执行或已取消",
  planOver: "该计划价已结束",
  planTimes: "结束时间应晚于开始时间和现在",
  faults: {
    unknown: "指向的内容不存在",
    fixed: "已有订单使用，不能再修改",
    options: "与规格项不符，或与另一个规格重复",
  } satisfies Record<SaveFault, string>,
  reserved: (most: number) => `最多可减少 ${most}，其余已被未完成的订单占用`,
  belowReserved: (reserved: number) => `不能低于预留 ${reserved}`,
  tooMany: "库存超过上限",
  repeated: "这次调整已完成，请刷新后查看",
} as const;
