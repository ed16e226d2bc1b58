import type { KocDetail, KocReviewState } from "#contract/console/koc/applications.ts";

/** Texts of the console's page about KOC applications. */
export const kocPageMessages = {
  title: "权益与券",
  list: "KOC 申请列表",
  noun: "KOC 申请",
  empty: { title: "还没有 KOC 申请", text: "客户在活动页申请成为 KOC 后，会出现在这里" },
  note: "好友助力已达标的优先，其次按申请时间",
  columns: {
    nickname: "昵称",
    mobile: "手机号",
    activity: "活动",
    helpers: "助力好友",
    applied: "申请时间",
    places: "剩余名额",
    state: "状态",
  },
  filters: { state: "状态", ready: "助力" },
  ready: "已达标",
  notReady: "未达标",
  states: { waiting: "待审核", accepted: "已通过", declined: "未通过" } satisfies Record<
    KocReviewState,
    string
  >,
  helped: (helpers: number, goal: number) => `${helpers} / ${goal}`,
  panel: {
    reason: "未通过原因",
    reviewed: "审核时间",
    evidence: "助力记录",
    noEvidence: "还没有好友助力",
    kinds: { help: "点击助力", signUp: "报名活动", lead: "留下线索" } satisfies Record<
      KocDetail["evidence"][number]["kind"],
      string
    >,
  },
  accept: "通过",
  decline: "不通过",
  acceptDialog: {
    title: "通过 KOC 申请",
    text: "按排队次序通过，到剩余名额为止；申请人立即看到结果",
  },
  declineDialog: {
    title: "不通过 KOC 申请",
    text: "名额随即释放，申请人会看到原因",
    reason: "原因",
    other: "其他原因",
    otherLabel: "填写原因",
    otherHint: "最多 60 个字，申请人会看到这句话",
  },
  reasons: ["名额有限", "资料与活动要求不符", "助力记录异常", "未满足活动所在地区要求"],
  done: {
    accepted: (count: number) => `已通过 ${count} 位`,
    declined: (count: number) => `未通过 ${count} 位`,
  },
  undecided: {
    title: (count: number) => `${count} 位未处理`,
    noPlace: (names: string) => `名额已满：${names}`,
    decided: (names: string) => `已被他人处理：${names}`,
    more: (names: string, count: number) => `${names} 等 ${count} 位`,
  },
} as const;
