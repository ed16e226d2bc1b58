/** Messages of bulk acts. */
export const jobMessages = {
  failed: "系统异常，未处理",
  operatorLocked: "操作人已停用，未处理",
  rightLost: "操作人的权限已变更，未处理",
  tooLate: "超过 24 小时，不能撤销",
  notUndoable: "这项操作不能撤销",
  notDone: "操作还没有完成，或已经撤销",
  listChanged: (before: number, after: number) => `名单已变化（${before} → ${after}），请重新选择`,
  tooLong: (most: number) => `一次最多处理 ${most} 条，请缩小范围`,
} as const;
