import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { alipayBillText, wechatBillText, type BillEntry } from "./bill-texts.ts";
import { encodeGbk } from "./gbk.ts";
import type { PaySimulator } from "./simulator.ts";
import type { SimulatedChannel } from "./store.ts";

const DAY = 86_400_000;
const READY = 10 * 3_600_000;
/** Time for which a link holds, ms. */
const lifetimes: Readonly<Record<SimulatedChannel, number>> = { wechat: 5 * 60_000, alipay: 30_000 };

const startOf = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
/** Payments and refunds of a day in Shanghai. */
function entriesOf({ store }: PaySimulator, channel: SimulatedChannel, day: string): BillEntry[] {
  const trades = store.trades().filter((trade) => trade.channel === channel && trade.paidTime !== null);
  return trades.flatMap((trade) => {
    const paidTime = trade.paidTime ?? 0;
    const refunds = store
      .refunds(channel, trade.outTradeNo)
      .filter(({ status, dueTime }) => status === "success" && toShanghaiDate(dueTime) === day);
    return [
      ...(toShanghaiDate(paidTime) === day ? [{ trade, refund: null, time: paidTime }] : []),
      ...refunds.map((refund) => ({ trade, refund, time: refund.dueTime })),
    ];
  });
}
/** Entries under a fault: the first one is left out (`rowMissing`), costs a fen more (`rowWrong`), or ¥2 of fee (`feeWrong`). */
function faultyEntries(entries: BillEntry[], fault: string | null): BillEntry[] {
  const [first, ...others] = entries;
  if (first === undefined) return entries;
  if (fault === "feeWrong") return [{ ...first, extraFee: 200 }, ...others];
  if (fault !== "rowMissing" && fault !== "rowWrong") return entries;
  if (fault === "rowMissing") return others;
  const trade = { ...first.trade, amountFen: first.trade.amountFen + 1 };
  const refund = first.refund && { ...first.refund, refundFen: first.refund.refundFen + 1 };
  return [{ ...first, trade, refund }, ...others];
}

type Link = { readonly day: string; readonly fault: string | null; readonly until: number };
/** A link carries what it names, so that every process can serve it. */
const tokenOf = (link: Link): string => Buffer.from(JSON.stringify(link)).toString("base64url");
function linkOf(token: string, now: number): Link | null {
  try {
    const link = JSON.parse(Buffer.from(token, "base64url").toString()) as Link;
    return link.until > now ? link : null;
  } catch {
    return null;
  }
}
const newLink = (
  { now }: PaySimulator,
  channel: SimulatedChannel,
  day: string,
  fault: string | null,
): string => tokenOf({ day, fault, until: fault === "lost" ? 0 : now() + lifetimes[channel] });
const isReady = (day: string, now: number): boolean => now >= startOf(day) + DAY + READY;

const wechatFile = (simulator: PaySimulator, { day, fault }: Omit<Link, "until">): Buffer =>
  Buffer.from(wechatBillText(faultyEntries(entriesOf(simulator, "wechat", day), fault)));
/** The answer of /v3/bill/tradebill. */
export function billLink(
  simulator: PaySimulator,
  day: string,
  fault: string | null,
): { status: number; content: object } {
  if (!isReady(day, simulator.now()))
    return { status: 400, content: { code: "STATEMENT_CREATING", message: "账单生成中" } };
  if (entriesOf(simulator, "wechat", day).length === 0)
    return { status: 400, content: { code: "NO_STATEMENT_EXIST", message: "账单不存在" } };
  const file = wechatFile(simulator, { day, fault });
  const token = newLink(simulator, "wechat", day, fault);
  const content = {
    hash_type: "SHA1",
    hash_value: createHash("sha1").update(file).digest("hex"),
    download_url: `${simulator.product.context.origin()}/sim/pay/wechat/v3/billdownload/file?token=${token}`,
  };
  return { status: 200, content };
}
/** The file of a link; null: the link is not valid any more. Under the fault `forged` it is another one. */
export function wechatBillFile(simulator: PaySimulator, token: string): Buffer | null {
  const link = linkOf(token, simulator.now());
  if (link === null) return null;
  const file = wechatFile(simulator, link);
  return link.fault === "forged" ? Buffer.concat([file, Buffer.from("\n")]) : file;
}

/** The answer of alipay.data.dataservice.bill.downloadurl.query. */
export function alipayBillLink(simulator: PaySimulator, day: string, fault: string | null): object {
  const isMissing = !isReady(day, simulator.now()) || entriesOf(simulator, "alipay", day).length === 0;
  if (isMissing)
    return {
      code: "40004",
      msg: "Business Failed",
      sub_code: "isp.bill_not_exist",
      sub_msg: "账单不存在",
    };
  const token = newLink(simulator, "alipay", day, fault);
  const url = `${simulator.product.context.origin()}/sim/pay/alipay/bill?token=${token}`;
  return { code: "10000", msg: "Success", bill_download_url: url };
}
/** The archive of a link; null: the link is not valid any more. */
export function alipayBillFile(simulator: PaySimulator, token: string): Uint8Array | null {
  const link = linkOf(token, simulator.now());
  if (link === null) return null;
  const entries = faultyEntries(entriesOf(simulator, "alipay", link.day), link.fault);
  const text = alipayBillText(entries, link.day, simulator.merchant().sellerId);
  // Under the fault `forged` the sums do not match, since this file has no hash.
  const details = link.fault === "forged" ? text.replace(/实收共/u, "实收共9") : text;
  const name = `${simulator.merchant().sellerId}0156_${link.day.replaceAll("-", "")}`;
  return zipSync({
    [`${name}_业务明细(汇总).csv`]: encodeGbk("#支付宝业务汇总查询\r\n门店编号,门店名称,交易订单总笔数\r\n"),
    [`${name}_业务明细.csv`]: encodeGbk(details),
    "readme.txt": strToU8("simulated"),
  });
}
