/** Texts of prices and quantities. */
export const priceMessages = {
  from: "起",
  listPrice: "划线价",
  fewer: (label: string) => `${label}减少`,
  more: (label: string) => `${label}增加`,
} as const;
