/** Texts of the hidden content's page. */
export const hiddenMessages = {
  list: "已隐藏内容列表",
  columns: {
    content: "内容",
    person: "作者",
    group: "车友会",
    by: "隐藏方",
    reason: "原因",
    time: "隐藏时间",
  },
  filters: { kind: "类型", by: "隐藏方" },
  empty: { title: "没有被隐藏的内容", text: "被群主、多人举报或运营人员隐藏的文章和评论会出现在这里" },
  note: "恢复显示后作者会收到消息，相关投诉判为保留",
  explanation: "群主说明",
  review: "已申请复核",
  show: "恢复显示",
  showTitle: (count: string) => `恢复显示 ${count} 条`,
  showText: "所有车友都能重新看到，作者会收到消息",
  done: (shown: number, left: number) =>
    left === 0 ? `已恢复显示 ${shown} 条` : `已恢复显示 ${shown} 条，${left} 条已有变化`,
} as const;

/** Texts of the page of barred members. */
export const barMessages = {
  list: "停用名单列表",
  noun: "车友",
  columns: {
    person: "车友",
    since: "停用时间",
    until: "到期",
    reason: "理由",
    by: "处理人",
    bars: "累计停用",
  },
  filters: { ends: "到期", reason: "理由" },
  ends: { day: "24 小时内到期", week: "7 天内到期", never: "直到人工解除" },
  forever: "直到人工解除",
  before: "系统升级前",
  empty: { title: "没有被停用的车友", text: "停用后不能发文章、评论、点赞、关注和加入车友会，到期自动恢复" },
  note: "到期自动恢复，无需处理",
  times: (count: number) => `${count} 次`,
  lift: "解除停用",
  liftTitle: "解除停用",
  liftText: "对方立即可以发言和互动",
  lifted: "已解除停用",
  change: "改期限",
  bar: "停用",
  barTitle: "停用车友",
  barText: "期间不能发文章、评论、点赞、关注和加入车友会；对方会看到到期时间",
  barred: (until: string) => `已停用，${until}`,
} as const;
