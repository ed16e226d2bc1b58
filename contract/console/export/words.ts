import type { DeliveryCause, FailingDelivery, ListedBenefitState } from "../benefits.ts";
import type { GuestState } from "../guests.ts";
import type { KocReviewState } from "../koc.ts";
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
  yes: "是",
  no: "否",
  separator: "；",
  headquarters: "总部",
  region: "区域",
  noLimit: "不限",
} as const;
