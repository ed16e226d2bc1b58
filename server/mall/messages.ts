/** Texts of the mall's catalogue that people read. */
export const mallMessages = {
  brokenCursor: "列表已更新，请重新打开",
  unknownProduct: "商品不存在或已下架",
  tooManyNotices: (most: number) => `最多订阅 ${most} 件商品的到货提醒`,
  tenThousands: (count: string) => `${count}万+`,
} as const;
