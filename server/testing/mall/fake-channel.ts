import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { PaymentWay } from "#contract/payment/payment.ts";
import {
  ChannelForged,
  ChannelSilent,
  type BillRow,
  type ChannelRefund,
  type CloseResult,
  type PaidTrade,
  type PaymentChannel,
  type QueryRefundResult,
  type RefundRequest,
  type RefundState,
  type TradeResult,
} from "../../payment/channel.ts";

/** Steps at which a channel may fail. */
export const faultySteps = ["query", "close", "refund", "queryRefund"] as const;
export type FaultyStep = (typeof faultySteps)[number];
/**
 * Faults of a step. silent: nothing was done, and no answer comes; lost: it was done, and no answer comes; forged: the answer
 * is not the channel's; the others are answers of `refund`.
 */
export const faults = ["silent", "lost", "forged", "noBalance", "tooSoon", "refused"] as const;
export type Fault = (typeof faults)[number];

export type FakeTrade = {
  readonly outTradeNo: string;
  readonly amountFen: number;
  state: "open" | "paid" | "closed";
  paidTime: number;
};
export type FakeRefund = {
  readonly outRefundNo: string;
  readonly outTradeNo: string;
  readonly fen: number;
  state: "processing" | "success" | "abnormal" | "closed";
  time: number | null;
};

/** Fee of a payment, fen. */
const feeOf = (fen: number): number => Math.floor((fen * 6) / 1_000);
const unused = (): never => {
  throw new Error("not used here");
};

/** A payment channel in memory, which fails as it is told; it refuses what a real one would never be asked. */
export class FakeChannel implements PaymentChannel {
  readonly way: PaymentWay;
  readonly merchantId = "1900000109";
  readonly appId = null;
  readonly trades = new Map<string, FakeTrade>();
  readonly refunds = new Map<string, FakeRefund>();
  /** State of refunds that are asked for from now on. */
  nextRefund: FakeRefund["state"] = "success";
  readonly #now: () => number;
  readonly #faults: { readonly step: FaultyStep; readonly fault: Fault }[] = [];
  readonly prepare = unused;
  readonly readNotice = unused;
  readonly answerNotice = unused;

  constructor(way: PaymentWay, now: () => number) {
    this.way = way;
    this.#now = now;
  }
  /** Lets the next request of a step fail. */
  fail(step: FaultyStep, fault: Fault): void {
    if (step === "refund" || fault === "silent" || fault === "lost" || fault === "forged")
      this.#faults.push({ step, fault });
  }
  endFaults(): void {
    this.#faults.length = 0;
  }
  /** Runs a request with the fault that is due, if any. */
  #answer<T>(step: FaultyStep, run: () => T, answers: Partial<Record<Fault, T>> = {}): Promise<T> {
    const at = this.#faults.findIndex((fault) => fault.step === step);
    const fault = at < 0 ? undefined : this.#faults.splice(at, 1)[0]?.fault;
    if (fault === "silent") return Promise.reject(new ChannelSilent(step));
    if (fault === "forged") return Promise.reject(new ChannelForged(step));
    const answer = fault === undefined ? undefined : answers[fault];
    if (answer !== undefined) return Promise.resolve(answer);
    const done = run();
    return fault === "lost" ? Promise.reject(new ChannelSilent(step)) : Promise.resolve(done);
  }

  /** Begins a payment, as `prepare` does. */
  open(outTradeNo: string, amountFen: number): void {
    this.trades.set(outTradeNo, { outTradeNo, amountFen, state: "open", paidTime: 0 });
  }
  /** Pays an open trade. @returns whether it could be paid */
  pay(outTradeNo: string): boolean {
    const trade = this.trades.get(outTradeNo);
    if (trade?.state !== "open") return false;
    trade.state = "paid";
    trade.paidTime = this.#now();
    return true;
  }
  /** Report of a trade that was paid. */
  reportOf({ outTradeNo, amountFen, paidTime }: FakeTrade): PaidTrade {
    const { merchantId } = this;
    const numbers = { outTradeNo, channelNo: `42${outTradeNo}`, merchantId, appId: "wxapp" };
    return { ...numbers, amountFen, currency: "CNY", payer: null, paidTime };
  }
  query(outTradeNo: string): Promise<TradeResult> {
    return this.#answer<TradeResult>("query", () => {
      const trade = this.trades.get(outTradeNo);
      if (!trade) return { state: "unknown" };
      if (trade.state !== "paid") return { state: trade.state };
      const isRefunded = this.listRefunds(outTradeNo).some(({ state }) => state === "success");
      return { state: "paid", trade: this.reportOf(trade), isRefunded };
    });
  }
  close(outTradeNo: string): Promise<CloseResult> {
    return this.#answer<CloseResult>("close", () => {
      const trade = this.trades.get(outTradeNo);
      if (trade?.state === "paid") return { state: "paid" };
      if (trade) trade.state = "closed";
      return { state: "accepted" };
    });
  }

  listRefunds(outTradeNo: string): FakeRefund[] {
    return [...this.refunds.values()].filter((refund) => refund.outTradeNo === outTradeNo);
  }
  refundReport({ outRefundNo, outTradeNo, fen, time }: FakeRefund): ChannelRefund {
    return { outTradeNo, outRefundNo, channelNo: `50${outRefundNo}`, refundFen: fen, refundTime: time };
  }
  #refundAnswer(refund: FakeRefund): Exclude<RefundState, { state: "tooSoon" | "noBalance" | "refused" }> {
    return { state: refund.state, refund: this.refundReport(refund) };
  }
  /** Ends a refund that is in process. */
  endRefund(refund: FakeRefund, state: FakeRefund["state"]): void {
    if (refund.state !== "processing") return;
    refund.state = state;
    refund.time = state === "success" ? this.#now() : null;
  }
  #begin({ outTradeNo, outRefundNo, refundFen, totalFen }: RefundRequest): FakeRefund {
    const known = this.refunds.get(outRefundNo);
    if (known && known.fen !== refundFen) throw new Error(`${outRefundNo} came with two sums`);
    if (known) return known;
    const trade = this.trades.get(outTradeNo);
    const before = this.listRefunds(outTradeNo).filter(({ state }) => state !== "closed");
    const sum = before.reduce((all, { fen }) => all + fen, refundFen);
    if (trade?.state !== "paid" || trade.amountFen !== totalFen || sum > trade.amountFen)
      throw new Error(`a refund of ${refundFen} fen, ${sum} in all, of ${trade?.state} ${outTradeNo}`);
    const made: FakeRefund = { outRefundNo, outTradeNo, fen: refundFen, state: "processing", time: null };
    this.refunds.set(outRefundNo, made);
    this.endRefund(made, this.nextRefund);
    return made;
  }
  refund(request: RefundRequest): Promise<RefundState> {
    return this.#answer<RefundState>("refund", () => this.#refundAnswer(this.#begin(request)), {
      noBalance: { state: "noBalance" },
      tooSoon: { state: "tooSoon" },
      refused: { state: "refused", code: "PARAM_ERROR", message: "" },
    });
  }
  queryRefund({ outRefundNo }: Pick<RefundRequest, "outRefundNo">): Promise<QueryRefundResult> {
    return this.#answer<QueryRefundResult>("queryRefund", () => {
      const known = this.refunds.get(outRefundNo);
      return known ? this.#refundAnswer(known) : { state: "unknown" };
    });
  }

  #rows(): BillRow[] {
    const paid = [...this.trades.values()].filter(({ state }) => state === "paid");
    const payments = paid.map(({ outTradeNo, amountFen, paidTime: time }) => ({
      kind: "payment" as const,
      outTradeNo,
      outRefundNo: null,
      channelNo: `42${outTradeNo}`,
      time,
      amountFen,
      feeFen: feeOf(amountFen),
    }));
    const refunds = [...this.refunds.values()].flatMap(({ outTradeNo, outRefundNo, fen, state, time }) =>
      state !== "success" || time === null
        ? []
        : [
            {
              kind: "refund" as const,
              outTradeNo,
              outRefundNo,
              channelNo: `50${outRefundNo}`,
              time,
              amountFen: fen,
              feeFen: -feeOf(fen),
            },
          ],
    );
    return [...payments, ...refunds];
  }
  /** Days (YYYY-MM-DD in Shanghai) on which money moved. */
  days(): string[] {
    return [...new Set(this.#rows().map(({ time }) => toShanghaiDate(time)))].toSorted();
  }
  rowsOf(day: string): BillRow[] {
    return this.#rows().filter(({ time }) => toShanghaiDate(time) === day);
  }
  bill(day: string): Promise<{ state: "ready"; rows: BillRow[] }> {
    return Promise.resolve({ state: "ready", rows: this.rowsOf(day) });
  }
  /** Money that the channel has received, less what it paid back and its fees, fen. */
  balance(): number {
    return this.#rows().reduce(
      (sum, { kind, amountFen, feeFen }) => sum + (kind === "payment" ? amountFen : -amountFen) - feeFen,
      0,
    );
  }
}
