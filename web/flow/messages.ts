/** Texts of the sheet that explains why a user may not take part. */
export const flowMessages = {
  title: "参与条件",
  titleBarred: "为什么不能参加",
  loading: "正在查询",
  pass: "条件都已满足，可以参加",
  visitor: "登录后可查看你是否符合条件",
  barred: (count: number) => `有 ${count} 项条件还没有满足`,
  optional: "不影响参加",
  next: "下一步",
  states: { pass: "已满足", fail: "未满足", unknown: "登录后判断" },
  logIn: "登录",
  go: "去完成",
  retry: "重试",
  again: "重新查询",
  ask: "联系客服",
} as const;
