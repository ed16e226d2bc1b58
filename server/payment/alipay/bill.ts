import { unzipSync } from "fflate";
import * as z from "zod/mini";
import { fetchUndamaged, isBillDue, lineReader, MAX_BILL, parseBeijingTime, present } from "../bill.ts";
import { BillDamaged, ChannelSilent, type BillResult, type BillRow } from "../channel.ts";
import { exchange } from "../channel-http.ts";
import { MILLI_FEN, yuanToFen, yuanToMilliFen } from "../yuan.ts";
import { AlipayError, parseAlipayAnswer, type AlipayClient } from "./client.ts";
import { alipayBillColumns, alipayBillKinds, alipayBillSums } from "./messages.ts";

const linkAnswer = z.object({ bill_download_url: z.url({ protocol: /^https?$/ }) });
const fenOf = (text: string): number => present(yuanToFen(text), "amount");
/** Values of a line; only the name of the goods, which is not quoted, can contain a comma. */
function valuesOf(line: string, columns: readonly string[]): string[] {
  const values = line.split(",").map((value) => value.trim());
  const surplus = values.length - columns.length;
  if (surplus <= 0) return values;
  const at = columns.indexOf(alipayBillColumns.subject);
  return [
    ...values.slice(0, at),
    values.slice(at, at + surplus + 1).join(","),
    ...values.slice(at + surplus + 1),
  ];
}

/** A row, and what the merchant received of it in fen, which discounts of the shop make less. */
type ReadRow = BillRow & { readonly receivedFen: number };
function readRow(line: string, columns: readonly string[]): ReadRow | null {
  const value = lineReader(columns, valuesOf(line, columns));
  const type = value(alipayBillColumns.kind);
  const isRefund = type === alipayBillKinds.refund;
  if (!isRefund && type !== alipayBillKinds.payment) return null;
  const channelNo = value(alipayBillColumns.tradeNo);
  const outTradeNo = value(alipayBillColumns.outTradeNo);
  const fee = present(yuanToMilliFen(value(alipayBillColumns.fee)), "fee");
  return {
    kind: isRefund ? "refund" : "payment",
    outTradeNo,
    outRefundNo: isRefund ? value(alipayBillColumns.outRequestNo) || outTradeNo : null,
    channelNo,
    amountFen: Math.abs(fenOf(value(alipayBillColumns.amount))),
    // The bill prints a fee as money that leaves the account.
    feeFen: -Math.round(fee / MILLI_FEN) || 0,
    time: present(parseBeijingTime(value(alipayBillColumns.time)), "time"),
    receivedFen: Math.abs(fenOf(value(alipayBillColumns.received))),
  };
}

function checkSums(text: string, kind: BillRow["kind"], rows: readonly ReadRow[]): void {
  const [, count, sum] = alipayBillSums[kind].exec(text) ?? [];
  if (count === undefined || sum === undefined) throw new BillDamaged("no sums");
  const own = rows.filter((row) => row.kind === kind);
  const total = own.reduce((fen, row) => fen + row.receivedFen, 0);
  if (Number(count) !== own.length || Math.abs(fenOf(sum)) !== total)
    throw new BillDamaged("the sums do not match the lines");
}

/** Reads the file with the trades. @throws BillDamaged if a line is not valid or the sums do not match */
function parseTrades(text: string): BillRow[] {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== "");
  const header = lines.findIndex((line) => line.startsWith(alipayBillColumns.tradeNo));
  const columns = (lines[header] ?? "").split(",").map((name) => name.trim());
  const rows = lines
    .slice(header + 1)
    .filter((line) => !line.startsWith("#"))
    .map((line) => readRow(line, columns))
    .filter((row) => row !== null);
  for (const kind of ["payment", "refund"] as const) checkSums(text, kind, rows);
  return rows.map(({ receivedFen: _receivedFen, ...row }) => row);
}
/** Reads a bill: a ZIP of CSV files in GBK. @throws BillDamaged */
function parseAlipayBill(file: Uint8Array): BillRow[] {
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(file, { filter: ({ originalSize }) => originalSize <= MAX_BILL });
  } catch (error) {
    throw new BillDamaged("no ZIP", { cause: error });
  }
  const decoder = new TextDecoder("gbk");
  const trades = Object.values(files)
    .map((bytes) => decoder.decode(bytes))
    .find((text) => text.includes(`\n${alipayBillColumns.tradeNo},`));
  if (trades === undefined) throw new BillDamaged("no trades in the archive");
  return parseTrades(trades);
}

async function fetchBill(client: AlipayClient, day: string): Promise<BillResult> {
  let answer: unknown;
  try {
    answer = await client.send("alipay.data.dataservice.bill.downloadurl.query", {
      bill_type: "trade",
      bill_date: day,
    });
  } catch (error) {
    if (!(error instanceof AlipayError)) throw error;
    if (error.code === "isp.bill_not_exist") return { state: "none" };
    throw new ChannelSilent(error.code);
  }
  const { bill_download_url: url } = parseAlipayAnswer(linkAnswer, answer);
  const { status, body } = await exchange(url, { method: "GET", headers: {}, maxAnswer: MAX_BILL });
  if (status >= 500) throw new ChannelSilent(`status ${status}`);
  // The link is valid for 30 seconds only.
  if (status !== 200) throw new BillDamaged(`status ${status}`);
  return { state: "ready", rows: parseAlipayBill(body) };
}

/** The bill of a day, YYYY-MM-DD in Shanghai. @throws BillDamaged, ChannelSilent, ChannelForged */
export async function alipayBill(client: AlipayClient, day: string): Promise<BillResult> {
  if (!isBillDue(day, client.now())) return { state: "notYet" };
  return fetchUndamaged(() => fetchBill(client, day));
}
