import { beijingTime, yuan } from "./alipay-bodies.ts";
import type { SimulatedRefund, SimulatedTrade } from "./store.ts";

/** One line of a bill: a payment, or a refund of one. */
export type BillEntry = {
  readonly trade: SimulatedTrade;
  readonly refund: SimulatedRefund | null;
  readonly time: number;
  /** Fen that the channel takes beyond its fee. */
  readonly extraFee?: number;
};
/** SimulatedChannel's fee in fen: 6 per mille. */
const feeOf = ({ trade, refund, extraFee = 0 }: BillEntry): number =>
  Math.round(((refund ? -refund.refundFen : trade.amountFen) * 6) / 1_000) + extraFee;
const sum = (entries: readonly BillEntry[], of: (entry: BillEntry) => number): number =>
  entries.reduce((total, entry) => total + of(entry), 0);
const paid = ({ trade, refund }: BillEntry): number => (refund ? 0 : trade.amountFen);
const refunded = ({ refund }: BillEntry): number => refund?.refundFen ?? 0;
const fee = (fen: number): string => `${yuan(fen)}000`;

const wechatColumns = [
  "交易时间",
  "公众账号ID",
  "商户号",
  "特约商户号",
  "设备号",
  "微信订单号",
  "商户订单号",
  "用户标识",
  "交易类型",
  "交易状态",
  "付款银行",
  "货币种类",
  "应结订单金额",
  "代金券金额",
  "微信退款单号",
  "商户退款单号",
  "退款金额",
  "充值券退款金额",
  "退款类型",
  "退款状态",
  "商品名称",
  "商户数据包",
  "手续费",
  "费率",
  "订单金额",
  "申请退款金额",
  "费率备注",
];
const backticked = (values: readonly string[]): string => values.map((value) => `\`${value}`).join(",");
function wechatLine(entry: BillEntry): string {
  const { trade, refund, time } = entry;
  return backticked([
    beijingTime(time),
    trade.appId,
    "1900000000",
    "0",
    "",
    trade.tradeNo,
    trade.outTradeNo,
    trade.payer,
    "JSAPI",
    refund ? "REFUND" : "SUCCESS",
    "OTHERS",
    "CNY",
    yuan(paid(entry)),
    "0.00",
    refund?.refundNo ?? "0",
    refund?.outRefundNo ?? "0",
    yuan(refunded(entry)),
    "0.00",
    refund ? "ORIGINAL" : "",
    refund ? "SUCCESS" : "",
    trade.description,
    "",
    fee(feeOf(entry)),
    "0.60%",
    yuan(paid(entry)),
    yuan(refunded(entry)),
    "",
  ]);
}
/** WeChat's bill of all trades: UTF-8 with a mark, each value behind a backtick, the sums in the last two lines. */
export function wechatBillText(entries: readonly BillEntry[]): string {
  const sums = [
    String(entries.length),
    yuan(sum(entries, paid)),
    yuan(sum(entries, refunded)),
    "0.00",
    fee(sum(entries, feeOf)),
    yuan(sum(entries, paid)),
    yuan(sum(entries, refunded)),
  ];
  const sumColumns =
    "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额";
  const lines = [wechatColumns.join(","), ...entries.map(wechatLine), sumColumns, backticked(sums)];
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

const alipayColumns =
  "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注";
function alipayLine(entry: BillEntry): string {
  const { trade, refund, time } = entry;
  const amount = yuan(refund ? -refund.refundFen : trade.amountFen);
  return [
    `${trade.tradeNo}\t`,
    `${trade.outTradeNo}\t`,
    refund ? "退款" : "交易",
    trade.description,
    beijingTime(trade.createdTime),
    beijingTime(time),
    "",
    "",
    "",
    "",
    "*模拟(sim***@example.com)",
    amount,
    amount,
    "0.00",
    "0.00",
    "0.00",
    "0.00",
    "0.00",
    "",
    "0.00",
    "0.00",
    refund ? `${refund.outRefundNo}\t` : "",
    yuan(-feeOf(entry)),
    "0.00",
    "",
  ].join(",");
}
/** Alipay's list of trades of a day, before it is encoded in GBK. */
export function alipayBillText(entries: readonly BillEntry[], day: string, sellerId: string): string {
  const [payments, refunds] = [
    entries.filter(({ refund }) => !refund),
    entries.filter(({ refund }) => refund),
  ];
  return [
    "#支付宝业务明细查询",
    `#账号：[${sellerId}0156]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 23:59:59]`,
    "#-----------------------------------------业务明细列表----------------------------------------",
    alipayColumns,
    ...entries.map(alipayLine),
    "#-----------------------------------------业务明细列表结束------------------------------------",
    `#交易合计：${payments.length}笔，商家实收共${yuan(sum(payments, paid))}元，商家优惠共0.00元`,
    `#退款合计：${refunds.length}笔，商家实收退款共${yuan(-sum(refunds, refunded))}元，商家优惠退款共0.00元`,
    "",
  ].join("\r\n");
}
