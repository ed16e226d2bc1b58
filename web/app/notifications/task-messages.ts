/** Texts of the offer of a next step. */
export const taskOfferMessages = {
  label: "下一步",
  title: "还有一步可以完成",
  go: "去完成",
  close: "以后再说，关闭",
} as const;
