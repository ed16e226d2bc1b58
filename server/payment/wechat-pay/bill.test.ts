import fc from "fast-check";
import { expect, test } from "vitest";
import { fenToYuan } from "../yuan.ts";
import { parseWechatBill } from "./bill.ts";
import { wechatBillColumns } from "./messages.ts";

const names = wechatBillColumns;
const columns = [
  names.time,
  names.transactionId,
  names.outTradeNo,
  names.state,
  names.refundId,
  names.outRefundNo,
  "商品名称",
  names.fee,
  names.amount,
  names.refundAmount,
];
const sumColumns = [names.count, names.feeSum, names.amountSum, names.refundSum];
type Line = { readonly paidFen: number; readonly refundFen: number; readonly name: string };
const lineOf = ({ paidFen, refundFen, name }: Line): string[] => [
  "2027-03-08 23:59:59",
  "4200000000202703081234567890",
  "M27030812345678_1",
  refundFen > 0 ? "REFUND" : "SUCCESS",
  "5030000000",
  "R27030812345678_1",
  name,
  refundFen > 0 ? "-0.01000" : "0.60500",
  fenToYuan(paidFen),
  fenToYuan(refundFen),
];
const backticked = (values: readonly string[]): string => values.map((value) => `\`${value}`).join(",");
function fileOf(lines: readonly Line[], sums?: readonly string[]): Buffer {
  const total = (of: (line: Line) => number): number => lines.reduce((sum, line) => sum + of(line), 0);
  const feeMilli = total(({ refundFen }) => (refundFen > 0 ? -1_000 : 60_500));
  const own = [
    String(lines.length),
    (feeMilli / 100_000).toFixed(5),
    fenToYuan(total(({ paidFen }) => paidFen)),
    fenToYuan(total(({ refundFen }) => refundFen)),
  ];
  const rows = [columns.join(","), ...lines.map((line) => backticked(lineOf(line)))];
  return Buffer.from(`\uFEFF${[...rows, sumColumns.join(","), backticked(sums ?? own)].join("\r\n")}\r\n`);
}
const payment = { paidFen: 30_208, refundFen: 0, name: "随行杯, 青岚蓝" };
const refund = { paidFen: 0, refundFen: 8_171, name: "杯" };

test("MA92 lines with backticks, commas in names and a mark at the beginning are read", () => {
  expect(parseWechatBill(fileOf([payment, refund]))).toEqual([
    {
      kind: "payment",
      outTradeNo: "M27030812345678_1",
      outRefundNo: null,
      channelNo: "4200000000202703081234567890",
      amountFen: 30_208,
      feeFen: 61,
      time: Date.parse("2027-03-08T23:59:59+08:00"),
    },
    expect.objectContaining({
      kind: "refund",
      outRefundNo: "R27030812345678_1",
      channelNo: "5030000000",
      amountFen: 8_171,
      feeFen: -1,
    }),
  ]);
});
test("MA91 every bill whose sums are its lines' is read, in any number of lines", () => {
  const line = fc
    .record({
      fen: fc.integer({ min: 1, max: 50_000_000 }),
      isRefund: fc.boolean(),
      name: fc.constantFrom("杯", "a,b"),
    })
    .map(({ fen, isRefund, name }) => ({ paidFen: isRefund ? 0 : fen, refundFen: isRefund ? fen : 0, name }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const amounts = parseWechatBill(fileOf(lines)).map(({ amountFen }) => amountFen);
      expect(amounts).toEqual(lines.map(({ paidFen, refundFen }) => paidFen + refundFen));
    }),
  );
});
test.each([
  ["number of lines", ["2", "0.60500", "302.08", "0.00"]],
  ["fee", ["1", "0.60501", "302.08", "0.00"]],
  ["payments", ["1", "0.60500", "302.09", "0.00"]],
  ["refunds", ["1", "0.60500", "302.08", "0.01"]],
])("MA91 another sum of %s is a damaged bill", (_name, sums) => {
  expect(() => parseWechatBill(fileOf([payment], sums))).toThrow("the sums do not match the lines");
});
test("MA91 a file that ends early is a damaged bill", () => {
  const file = fileOf([payment, refund]);
  for (const part of [0.2, 0.5, 0.8])
    expect(() => parseWechatBill(file.subarray(0, file.length * part))).toThrow(/./);
});
