/** Messages of the lead feature. */
export const leadMessages = {
  unknownActivity: "活动不存在或已下线",
  notStarted: "活动尚未开始，开始后再来预约",
  ended: "活动已结束，不再接受预约",
  dealer: "请选择门店",
  series: "请选择意向车系",
  consentOld: "授权书已更新，请刷新后重新阅读并同意",
  noSuchQuestion: "没有这个问题",
  linkOver: "跟进链接已失效，请向主办方要新的链接",
  leadGone: "这条预约已撤回或已删除",
  tooManyReveals: "这个链接一小时内查看的号码太多，请稍后再试",
  tooManyNotes: "这个号码的备注太多，不能再添加",
  notAhead: "请选择一年以内、还没到的时间",
  brokenCursor: "翻页位置不正确",
  tooMany: "你已为多个手机号预约过本活动",
  /** Texts of the console. */
  console: {
    gone: "没有这条线索，或您没有查看它的权限",
    changedSince: "之后有人改过，已保留",
    formerOperator: "已停用的账号",
    noNumber: "请输入完整手机号或线索编号",
    isDone: "已联系，不再分配",
    noOperator: "没有可以负责的人",
    sameOperator: "已由该负责人跟进",
  },
} as const;
