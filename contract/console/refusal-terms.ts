/** Refusals of the operator console; shoppers' pages do not load them. */
export const consoleRefusals = {
  stepUpRequired: { status: 406, code: "STEP_UP", message: "请再次验证身份后继续" },
  listChanged: { status: 200, code: "LIST_CHANGED", message: "名单已变化，请重新选择" },
  editConflict: { status: 409, code: "EDIT_CONFLICT", message: "内容已被他人修改，请选择保留哪一个" },
  stateChanged: { status: 200, code: "STATE_CHANGED", message: "状态已更新，请刷新后查看" },
  loginFailed: { status: 200, code: "LOGIN_FAILED", message: "账号或验证信息不正确" },
  loginLocked: { status: 200, code: "LOGIN_LOCKED", message: "尝试次数过多，请 15 分钟后再试" },
  noGrant: { status: 200, code: "NO_GRANT", message: "您没有后台权限，请联系系统管理员" },
  lastSysadmin: { status: 200, code: "LAST_SYSADMIN", message: "至少保留一位系统管理员" },
  revealLimit: { status: 429, code: "REVEAL_LIMIT", message: "本小时查看次数已达上限" },
  secondPerson: { status: 200, code: "SECOND_PERSON", message: "需要另一位同事确认，不能由本人完成" },
} as const;
