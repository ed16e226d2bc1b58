import type { DealerState } from "../basics/dealers.ts";
import type { ListedComplaint } from "../club/complaints.ts";
import type { FigureRow } from "../figures.ts";
import type { InvitationState } from "../basics/invitations.ts";
import type { StaffLinkKind, StaffLinkState } from "../basics/links.ts";
import type { AuditDoor } from "../watch/audit.ts";
import type {
  RightsRequestChannel,
  RightsRequestKind,
  RightsRequestOutcome,
  RightsRequestState,
} from "../watch/rights-requests.ts";
import type { ComplaintDecision } from "../../club/complaints.ts";
import type { DeliveryCause, FailingDelivery, ListedBenefitState } from "../benefits.ts";
import type { GuestState } from "../guests.ts";
import type { KocReviewState } from "../koc/applications.ts";
import type { LeadState } from "../leads.ts";
import type { DifferenceRow, ReconciliationDay } from "../mall/reconciliation.ts";
import type { RefundListRow } from "../mall/refunds.ts";
import type { AfterSaleReason } from "../../order/after-sale.ts";
import type { AfterSaleState, OrderState } from "../../order/order-state.ts";

/** Words of the cells of files, as the lists' pages show them. */
export const exportWords = {
  guest: {
    upcoming: "待参加",
    attended: "已到场",
    absent: "未到场",
    waiting: "候补",
    offered: "待确认席位",
    cancelled: "已取消",
    calledOff: "活动已取消",
  } satisfies Record<GuestState, string>,
  lead: {
    unassigned: "待分配",
    waiting: "待联系",
    following: "跟进中",
    reached: "已联系",
    declined: "无意向",
  } satisfies Record<LeadState, string>,
  koc: { waiting: "待审核", accepted: "已通过", declined: "未通过" } satisfies Record<KocReviewState, string>,
  benefit: {
    soon: "未开始",
    open: "领取中",
    soldOut: "已领完",
    over: "已结束",
  } satisfies Record<ListedBenefitState, string>,
  deliveryEvent: { issued: "发券", expired: "过期" } satisfies Record<FailingDelivery["event"], string>,
  deliveryCause: {
    status: "对方未接受",
    timeout: "对方超时",
    unreachable: "无法连接",
  } satisfies Record<DeliveryCause, string>,
  order: {
    pending: "待付款",
    closing: "取消中",
    cancelled: "已取消",
    paid: "待发货",
    shipping: "待收货",
    ready: "待自提",
    done: "已完成",
    refunded: "已退款",
  } satisfies Record<OrderState, string>,
  delivery: { express: "快递", pickup: "到店自提" },
  refund: {
    waiting: "待复核",
    due: "等待退款",
    sent: "退款中",
    success: "已退款",
    abnormal: "退款异常",
    closed: "渠道已关闭",
  } satisfies Record<RefundListRow["state"], string>,
  refundCause: {
    afterSale: "售后",
    surplus: "多付",
    closed: "关单后付款",
    operator: "运营关闭订单",
  } satisfies Record<RefundListRow["cause"], string>,
  way: { wechat: "微信支付", alipay: "支付宝" },
  afterSale: {
    asked: "待审核",
    agreed: "待寄回",
    sent: "退货中",
    received: "已收到退货",
    refunding: "退款中",
    done: "退款成功",
    declined: "未通过",
    withdrawn: "已撤销",
    lapsed: "已超时关闭",
  } satisfies Record<AfterSaleState, string>,
  afterSaleKind: { refund: "仅退款", return: "退货退款" },
  afterSaleReason: {
    unwanted: "不想要了",
    wrongChoice: "拍错或多拍",
    late: "发货太慢",
    other: "其他",
    damaged: "商品破损",
    wrongGoods: "发错商品",
    missing: "少件",
  } satisfies Record<AfterSaleReason, string>,
  reconciliation: {
    waiting: "待取账单",
    clean: "一致",
    open: "差异",
    resolved: "已处理",
  } satisfies Record<ReconciliationDay["state"], string>,
  difference: {
    onlyTheirs: "仅渠道有",
    onlyOurs: "仅我方有",
    amount: "金额不同",
    fee: "手续费不同",
    notice: "无法匹配的通知",
  } satisfies Record<DifferenceRow["kind"], string>,
  differenceState: { open: "待处理", resolved: "已处理" } satisfies Record<DifferenceRow["state"], string>,
  operatorState: { invited: "已邀请", active: "正常", locked: "已锁定" },
  online: { online: "线上", localoffline: "线下" },
  figureRow: {
    visitor: "访客",
    guest: "报名",
    lead: "线索",
    coupon: "卡券",
    koc: "KOC 申请",
    order: "订单",
    refund: "退款",
    article: "帖子",
    complaint: "投诉",
  } satisfies Record<FigureRow["kind"], string>,
  dealer: { open: "营业中", trial: "试营业", disabled: "已停用" } satisfies Record<DealerState, string>,
  linkKind: {
    "check-in": "签到台",
    leads: "线索台",
    compose: "页面编排",
    complaints: "车友圈审核",
    preview: "预览",
  } satisfies Record<StaffLinkKind, string>,
  link: { valid: "有效", expired: "已到期", revoked: "已撤销" } satisfies Record<StaffLinkState, string>,
  linkDoor: { console: "后台", command: "命令", desk: "员工链接", lab: "体验页" },
  invitation: {
    unused: "未使用",
    used: "已使用",
    expired: "已过期",
    revoked: "已撤销",
  } satisfies Record<InvitationState, string>,
  complaintKind: { article: "帖子", comment: "评论", member: "成员", group: "群组" } satisfies Record<
    ListedComplaint["kind"],
    string
  >,
  complaintReason: {
    spam: "垃圾广告",
    abuse: "辱骂攻击",
    false: "不实信息",
    privacy: "泄露隐私",
    illegal: "违法违规",
    other: "其他",
    review: "作者申请复核",
  } satisfies Record<ListedComplaint["reason"], string>,
  complaintStatus: { shown: "显示", hidden: "已隐藏", deleted: "已删除" } satisfies Record<
    ListedComplaint["status"],
    string
  >,
  complaintDecision: {
    hide: "隐藏",
    remove: "删除",
    bar: "停用作者",
    reject: "驳回",
    unbar: "恢复作者",
    clear: "清空资料",
  } satisfies Record<ComplaintDecision, string>,
  joinMode: { open: "直接加入", approval: "需要审核" },
  requestKind: { export: "查阅与复制", erase: "删除与注销" } satisfies Record<RightsRequestKind, string>,
  requestChannel: {
    phone: "电话",
    mail: "邮件",
    letter: "信函",
    visit: "到店",
    authority: "监管转办",
  } satisfies Record<RightsRequestChannel, string>,
  request: {
    taken: "待核对",
    identified: "待处理",
    copyReady: "副本待取",
    erasureAsked: "待复核删除",
    handled: "待告知",
    closed: "已办结",
  } satisfies Record<RightsRequestState, string>,
  requestOutcome: {
    done: "已按请求处理",
    unidentified: "无法核对身份",
    refused: "依法不能处理",
    withdrawn: "本人撤回",
  } satisfies Record<RightsRequestOutcome, string>,
  auditDoor: {
    console: "后台",
    command: "命令",
    staff: "员工链接",
    shopper: "客户页面",
    server: "系统",
  } satisfies Record<AuditDoor, string>,
  yes: "是",
  no: "否",
  separator: "；",
  headquarters: "总部",
  region: "区域",
  noLimit: "不限",
} as const;
