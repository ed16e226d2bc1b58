import { expressCarriers } from "#contract/order/carriers.ts";
import type { OrderState } from "#contract/order/order-state.ts";
import { orderMessages } from "../messages.ts";

const stateOf = (state: OrderState): string => orderMessages.states[state];
const inCase = (caseNo: string | null): string => (caseNo === null ? "" : `，见售后单 ${caseNo}`);

/** Texts of the console about orders. */
export const consoleOrderMessages = {
  unknownOrder: "没有找到该订单",
  unknownParcel: "没有找到该包裹",
  notToShip: (state: OrderState) => `订单不是待发货，当前为「${stateOf(state)}」`,
  otherUnits: "该运单号之前已添加，件数与这次不同",
  unknownLine: "订单中没有该商品",
  nothingLeft: (caseNo: string | null) => `没有可发货的商品${inCase(caseNo)}`,
  tooMany: (left: number, caseNo: string | null) => `件数超过可发件数 ${left}${inCase(caseNo)}`,
  badNumber: "运单号为 6 至 32 位字母、数字或 -",
  noCarrier: `不认识该快递公司，可选 ${Object.keys(expressCarriers).length} 家`,
  corrected: "该包裹已更正过一次",
  taken: "订单中另一个包裹已使用该运单号",
  notOnTheWay: "订单已签收或已退款，不能更正运单",
  openCase: "订单有进行中的售后，请先处理售后",
  notToClose: (state: OrderState) => `当前为「${stateOf(state)}」，不能关闭`,
  tooManyNotes: "备注最多 100 条",
  sameRecipient: "收件信息没有变化",
  sentAlready: "订单已有商品发出或已结束，不能修改收件信息",
  noRecipient: "该订单没有收件人：到店自提，或信息已删除",
  afterSale: {
    unknown: "没有找到该售后单",
    state: "售后状态已变化，请刷新后查看",
    units: "收到的件数与售后单不符：不超过申请件数，完好不超过收到，至少收到一件",
  },
  file: {
    tooManyRows: (most: number) => `一次最多 ${most} 行`,
    empty: "文件没有数据行",
    columns: { order_no: "订单号", carrier: "快递公司", tracking_no: "运单号", units: "件数" },
    firstLine: "第一行应为列名：订单号、快递公司、运单号、件数（可选）",
    broken: "文件格式不正确，请使用 CSV 或从表格复制",
    inColumn: (column: string, fault: string) => `「${column}」${fault}`,
    noOrder: "没有该订单",
    badUnits: "应为 商品编号=件数，用空格分隔",
    rewritten: "编号被表格软件改写，请以文本格式填写",
    repeated: (line: number) => `与第 ${line} 行重复`,
  },
} as const;
