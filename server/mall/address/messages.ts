export const addressBookMessages = {
  division: "请选择所在地区",
  tooMany: (most: number) => `最多保存 ${most} 个地址，请先删除不用的`,
} as const;
