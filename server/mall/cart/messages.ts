export const cartRefusals = {
  unknown: "商品不存在或已下架",
  missing: "购物车中没有这件商品，请刷新后再试",
  lines: (most: number) => `购物车最多放 ${most} 种商品，请先清理`,
  units: (most: number) => `一种商品最多 ${most} 件`,
  buyMost: (most: number) => `每人限购 ${most} 件`,
} as const;
