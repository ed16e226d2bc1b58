import type { ComplaintDecision, ComplaintKind, ComplaintReason } from "#contract/club/complaints.ts";
import type { HiddenRow, ListedComplaint } from "#contract/console/club/complaints.ts";

/** Reasons of complaints and decisions, as authors read them too. */
export const reasonNames = {
  spam: "广告营销",
  abuse: "辱骂攻击",
  false: "不实信息",
  privacy: "泄露隐私",
  illegal: "违法违规",
  other: "其他",
} satisfies Record<ComplaintReason, string>;

/** Texts that the pages about the club share. */
export const clubPageMessages = {
  title: "车友圈审核",
  reasons: { ...reasonNames, review: "作者申请复核" } satisfies Record<ListedComplaint["reason"], string>,
  kinds: { article: "文章", comment: "评论", member: "车友", group: "车友会资料" } satisfies Record<
    ComplaintKind,
    string
  >,
  decisions: {
    hide: "隐藏",
    remove: "删除",
    bar: "停用作者",
    reject: "保留",
    unbar: "解除停用",
    clear: "清除资料",
  } satisfies Record<ComplaintDecision, string>,
  days: { 1: "1 天", 3: "3 天", 7: "7 天", 30: "30 天", 90: "90 天", 0: "直到人工解除" },
  isOwner: "已认证车主",
  isBarred: "已停用",
  nobody: "暂无群主",
  statuses: { shown: "显示中", hidden: "已隐藏", deleted: "已删除" } satisfies Record<
    ListedComplaint["status"],
    string
  >,
  hiddenBy: { leaders: "群主或管理员", complaints: "多人举报", operators: "运营人员" } satisfies Record<
    HiddenRow["by"],
    string
  >,
  late: (hours: number) => (hours < 1 ? "刚超时" : `已超时 ${hours} 小时`),
  leftHours: (hours: number) => `剩 ${hours} 小时`,
  leftMinutes: (minutes: number) => `剩 ${minutes} 分钟`,
  record: {
    title: "作者记录",
    memberTitle: "车友记录",
    leaderTitle: "群主记录",
    joined: "加入时间",
    writings: "发表",
    writingsOf: (articles: number, comments: number) => `${articles} 篇文章 · ${comments} 条评论`,
    complaints: "被投诉",
    complaintsOf: (complaints: number, rejected: number) =>
      complaints === 0 ? "没有" : `${complaints} 人次${rejected > 0 ? `，其中 ${rejected} 次判为保留` : ""}`,
    upheld: "违规处理",
    upheldOf: (upheld: number, hidden: number) =>
      upheld === 0 && hidden === 0 ? "没有" : `隐藏或删除 ${upheld} 次，现有 ${hidden} 条隐藏`,
    bars: "停用",
    barsOf: (bars: number) => (bars === 0 ? "没有" : `${bars} 次`),
    bar: "停用中",
    barUntil: (end: string) => `至 ${end}`,
    barForever: "直到人工解除",
    by: (name: string) => `由 ${name} 处理`,
    groups: "车友会",
    roles: { member: "成员", manager: "管理员", leader: "群主" },
    clean: "没有违规记录",
    count: (times: number) => `${times} 次`,
  },
} as const;
