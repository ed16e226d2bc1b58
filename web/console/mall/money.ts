const format = new Intl.NumberFormat("zh-CN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Amount of fen in yuan with two decimals and without a sign of the currency: 1,980.00. */
export const yuanText = (fen: number): string => format.format(fen / 100);
/** Amount with the sign of the currency. */
export const yuanSign = (fen: number): string => (fen < 0 ? `−¥${yuanText(-fen)}` : `¥${yuanText(fen)}`);
