/** Area of a figure; each needs another right beside `figure.read`. */
export type FigureArea = "activity" | "mall" | "club";
/**
 * How the rows of a figure are counted. count: their number; persons: their number, each a person, distinct over the
 * whole range; units and fen: the sum of their amounts; rate: the part of the rows that count, 0 to 1; hours: the median
 * of their amounts.
 */
export type FigureKind = "count" | "persons" | "units" | "fen" | "rate" | "hours";
export type FigureTerm = {
  readonly name: string;
  /** 口径: what is counted, in the words of the screen. */
  readonly meaning: string;
  readonly unit: string;
  readonly kind: FigureKind;
  readonly area: FigureArea;
  /** Whether more is better; null: neither. Colours the change. */
  readonly isMoreBetter: boolean | null;
  /** Counts what stands at the moment, whatever the range of days. */
  readonly isCurrent?: true;
};

const activity = { area: "activity" } as const;
const mall = { area: "mall" } as const;
const club = { area: "club" } as const;
const count = { kind: "count", isMoreBetter: true } as const;

/** All figures: one definition each, used by card, chart, 查看明细, export, command and the activity's overview. */
export const figureTerms = {
  visitors: {
    ...activity,
    name: "访问人数",
    meaning: "打开过页面的人，按人去重，各日之和不等于合计",
    unit: "人",
    kind: "persons",
    isMoreBetter: true,
  },
  signUps: {
    ...activity,
    ...count,
    name: "报名",
    meaning: "已确认的报名，不含候补与取消，按报名时间",
    unit: "次",
  },
  cancellations: {
    ...activity,
    ...count,
    name: "取消报名",
    meaning: "取消的报名，含运营代取消，按取消时间",
    unit: "次",
    isMoreBetter: false,
  },
  waiting: {
    ...activity,
    ...count,
    name: "候补中",
    meaning: "当前在候补队列中的人次，不含已为其保留名额的，与所选时间无关",
    unit: "人次",
    isMoreBetter: null,
    isCurrent: true,
  },
  arrivals: { ...activity, ...count, name: "到场", meaning: "已签到的报名，按签到时间", unit: "次" },
  arrivalRate: {
    ...activity,
    name: "到场率",
    meaning: "场次已开始的报名中已签到的比例，按场次开始时间；尚未开始的场次不计入",
    unit: "%",
    kind: "rate",
    isMoreBetter: true,
  },
  shared: {
    ...activity,
    ...count,
    name: "分享带来的报名",
    meaning: "经他人分享的链接进入并确认的报名，按报名时间",
    unit: "次",
  },
  captchaRate: {
    ...activity,
    name: "滑块通过率",
    meaning: "点击报名的人中通过滑块的比例，按人去重",
    unit: "%",
    kind: "rate",
    isMoreBetter: true,
  },
  leads: {
    ...activity,
    ...count,
    name: "线索",
    meaning: "有效线索，不含已撤回的，按留下时间",
    unit: "条",
  },
  firstContact: {
    ...activity,
    name: "首次联系时长",
    meaning: "从留下线索到首次记录联系结果的中位数，按自然时间，按留下时间归日",
    unit: "小时",
    kind: "hours",
    isMoreBetter: false,
  },
  overdueRate: {
    ...activity,
    name: "线索逾期率",
    meaning: "首次联系期限已过的线索中，逾期后才联系或仍未联系的比例，按留下时间",
    unit: "%",
    kind: "rate",
    isMoreBetter: false,
  },
  couponsSent: { ...activity, ...count, name: "券领取", meaning: "已领取的券，按领取时间", unit: "张" },
  couponsRedeemed: { ...activity, ...count, name: "券核销", meaning: "已核销的券，按核销时间", unit: "张" },
  kocApplied: {
    ...activity,
    ...count,
    name: "KOC 申请",
    meaning: "提交的 KOC 申请，按申请时间",
    unit: "人次",
  },
  kocAccepted: {
    ...activity,
    ...count,
    name: "KOC 通过",
    meaning: "审核通过的 KOC，按审核时间",
    unit: "人次",
  },
  orders: {
    ...mall,
    ...count,
    name: "下单",
    meaning: "提交的商城订单，含未支付与已取消的，按下单时间",
    unit: "单",
  },
  paidOrders: {
    ...mall,
    ...count,
    name: "支付订单",
    meaning: "已支付的商城订单，含之后退款的，按支付时间",
    unit: "单",
  },
  paidFen: {
    ...mall,
    name: "商城支付",
    meaning: "已支付订单的实付金额，未扣除退款，按支付时间",
    unit: "元",
    kind: "fen",
    isMoreBetter: true,
  },
  refundedFen: {
    ...mall,
    name: "商城退款",
    meaning: "退款成功的金额，按退款成功时间",
    unit: "元",
    kind: "fen",
    isMoreBetter: false,
  },
  unitsSold: {
    ...mall,
    name: "售出件数",
    meaning: "已支付订单中的商品件数，未扣除退款，按支付时间",
    unit: "件",
    kind: "units",
    isMoreBetter: true,
  },
  clubArticles: {
    ...club,
    ...count,
    name: "新动态",
    meaning: "发布的动态，含之后被隐藏的，按发布时间",
    unit: "条",
  },
  clubComplaints: {
    ...club,
    ...count,
    name: "投诉",
    meaning: "收到的投诉，按投诉时间",
    unit: "条",
    isMoreBetter: false,
  },
  clubDecisions: {
    ...club,
    ...count,
    name: "处理投诉",
    meaning: "已作出处理决定的投诉，按处理时间",
    unit: "条",
  },
} as const satisfies Readonly<Record<string, FigureTerm>>;
export type FigureName = keyof typeof figureTerms;
export const figureNames = Object.keys(figureTerms) as FigureName[];

/** Words for steps of the funnel. */
export const funnelStepNames = {
  page_view: "访问",
  detail: "看详情",
  sign_up_tapped: "点击报名",
  captcha_solved: "通过滑块",
  submitted: "报名成功",
  checked_in: "到场",
} as const;
