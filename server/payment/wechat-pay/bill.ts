import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { fetchUndamaged, isBillDue, lineReader, MAX_BILL, parseBeijingTime, present } from "../bill.ts";
import { BillDamaged, ChannelSilent, type BillResult, type BillRow } from "../channel.ts";
import { MILLI_FEN, yuanToFen, yuanToMilliFen } from "../yuan.ts";
import { parseWechatAnswer, WechatPayError, type WechatPayClient } from "./client.ts";
import { wechatBillColumns } from "./messages.ts";

const linkAnswer = z.object({
  hash_type: z.literal("SHA1"),
  hash_value: z.string(),
  download_url: z.url({ protocol: /^https?$/ }),
});
/** Every value is behind a backtick, so a name may contain a comma. */
const valuesOf = (line: string): string[] =>
  line.startsWith("`")
    ? line
        .slice(1)
        .split(",`")
        .map((value) => value.trim())
    : line.split(",").map((value) => value.trim());

type BillSums = { paidFen: number; refundedFen: number; feeMilliFen: number };
const fenOf = (text: string, what: string): number => present(yuanToFen(text), what);
const feeOf = (text: string): number => present(yuanToMilliFen(text), "fee");

/** Reads one line and adds it to the sums; null: neither a payment nor a refund. */
function readRow(columns: readonly string[], line: string, sums: BillSums): BillRow | null {
  const value = lineReader(columns, valuesOf(line));
  const state = value(wechatBillColumns.state);
  const isRefund = state === "REFUND";
  const fee = feeOf(value(wechatBillColumns.fee));
  sums.feeMilliFen += fee;
  if (!isRefund && state !== "SUCCESS") return null;
  const amountFen = fenOf(
    value(isRefund ? wechatBillColumns.refundAmount : wechatBillColumns.amount),
    "amount",
  );
  sums[isRefund ? "refundedFen" : "paidFen"] += amountFen;
  return {
    kind: isRefund ? "refund" : "payment",
    outTradeNo: value(wechatBillColumns.outTradeNo),
    outRefundNo: isRefund ? value(wechatBillColumns.outRefundNo) : null,
    channelNo: value(isRefund ? wechatBillColumns.refundId : wechatBillColumns.transactionId),
    amountFen,
    feeFen: Math.round(fee / MILLI_FEN),
    time: present(parseBeijingTime(value(wechatBillColumns.time)), "time"),
  };
}

/**
 * Reads a bill of all trades: UTF-8 with a header, and the sums in the last two lines.
 * @throws BillDamaged if a line is not valid or the sums do not match
 */
export function parseWechatBill(file: Buffer): BillRow[] {
  const lines = file
    .toString()
    .replace(/^\uFEFF/u, "")
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== "");
  const [sumValues = "", sumColumns = ""] = [lines.pop(), lines.pop()];
  const [header = "", ...body] = lines;
  const columns = valuesOf(header);
  const sums: BillSums = { paidFen: 0, refundedFen: 0, feeMilliFen: 0 };
  const rows = body.map((line) => readRow(columns, line, sums));
  const sum = lineReader(valuesOf(sumColumns), valuesOf(sumValues));
  const isWhole =
    Number(sum(wechatBillColumns.count)) === body.length &&
    fenOf(sum(wechatBillColumns.amountSum), "sum") === sums.paidFen &&
    fenOf(sum(wechatBillColumns.refundSum), "sum") === sums.refundedFen &&
    feeOf(sum(wechatBillColumns.feeSum)) === sums.feeMilliFen;
  if (!isWhole) throw new BillDamaged("the sums do not match the lines");
  return rows.filter((row) => row !== null);
}

async function fetchBill(client: WechatPayClient, day: string): Promise<BillResult> {
  let answer: unknown;
  try {
    answer = await client.send("GET", `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`);
  } catch (error) {
    if (!(error instanceof WechatPayError)) throw error;
    if (error.code === "STATEMENT_CREATING") return { state: "notYet" };
    if (error.code === "NO_STATEMENT_EXIST") return { state: "none" };
    throw new ChannelSilent(`${error.status} ${error.code}`);
  }
  const link = parseWechatAnswer(linkAnswer, answer);
  const file = await client.download(link.download_url, MAX_BILL);
  // The link is valid for five minutes only.
  if (file === null) throw new BillDamaged("the file cannot be fetched");
  // The signed answer names the hash, since the file itself is not signed.
  const hash = createHash("sha1").update(file).digest("hex");
  if (hash !== link.hash_value.toLowerCase()) throw new BillDamaged("the hash does not match");
  return { state: "ready", rows: parseWechatBill(file) };
}

/** The bill of a day, YYYY-MM-DD in Shanghai. @throws BillDamaged, ChannelSilent, ChannelForged */
export async function wechatBill(client: WechatPayClient, day: string): Promise<BillResult> {
  if (!isBillDue(day, client.now())) return { state: "notYet" };
  return fetchUndamaged(() => fetchBill(client, day));
}
