import type { SaveFault } from "../operator/save.ts";

/** Texts of the console about products and stock. */
export const consoleProductMessages = {
  unknownProduct: "没有找到该商品",
  unknownSku: "没有找到该规格",
  conflict: "商品刚刚被他人修改，请刷新后再改",
  same: "商品已是该状态",
  faults: {
    unknown: "指向的内容不存在",
    fixed: "不能再修改",
    options: "与商品的规格不符",
  } satisfies Record<SaveFault, string>,
  reserved: (most: number) => `最多可减少 ${most}，其余已被未完成的订单占用`,
  tooMany: "库存超过上限",
  repeated: "这次调整已完成，请刷新后查看",
} as const;
