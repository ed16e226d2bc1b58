/** Texts of the field with mentions. */
export const mentionMessages = {
  name: "提到车友",
  list: "可以提到的车友",
  count: (count: number) => `${count} 位车友，用上下键选择`,
  none: "没有找到这位车友",
  searching: "正在查找",
  failed: "没有查到，请检查网络后再试",
  tooLong: (max: number) => `最多 ${max} 个字`,
  gone: "已注销的车友",
} as const;
