/** Texts of payments that people read. */
export const cashierMessages = {
  /** Text of the cashier. @param units of all lines */
  description: (brand: string, title: string, units: number): string =>
    units > 1 ? `${brand}商城 ${title} 等 ${units} 件` : `${brand}商城 ${title}`,
  /** WeChat's quick view, whose people are fictitious. */
  quickView: "请点击右下角“使用完整服务”后再付款",
} as const;
