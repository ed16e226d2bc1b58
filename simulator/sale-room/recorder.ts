import type { SignUpObserver, SignUpOutcome } from "../../server/signup/index.ts";
import { addLatency, type Latencies } from "./latency-histogram.ts";

/** Outcome of a sign-up attempt; denied: refused without a valid session or signature. */
export type AttemptOutcome = SignUpOutcome | "denied";
/** Counts of one activity, process and second. */
export type SecondCounts = {
  arrived: number;
  ended: Partial<Record<AttemptOutcome, number>>;
  /** Refusals by the activity's process, by the kind of node. */
  rules: Record<string, number>;
  /** Attempts in progress at the end of the second. */
  underWay: number;
  /** Maximum number waiting for a commit. */
  waiting: number;
  latencies: Latencies;
};
type RecordedSale = { figures: SecondCounts; waiting: number; quiet: number };

/** Seconds without an attempt until the recording of an activity pauses. */
const QUIET = 3;
/** The same for an activity with an announced crowd. */
const EXPECTED = 15;
/** Maximum number of recorded activities, so that requests for unknown ids do not exhaust memory. */
const MAX_SALES = 100;

const blank = (): SecondCounts => ({
  arrived: 0,
  ended: {},
  rules: {},
  underWay: 0,
  waiting: 0,
  latencies: {},
});
/** Outcome of an attempt that did not reach the handler. @param status of its response */
function outcomeOfStatus(status: number): AttemptOutcome {
  if (status === 429) return "limited";
  if (status === 503) return "busy";
  if (status === 401 || status === 406 || status === 611) return "denied";
  return status >= 500 && status < 600 ? "failed" : "invalid";
}

/**
 * Counts sign-up attempts of a process in memory, by second. Each attempt costs a few additions; the owner
 * takes the counts periodically.
 */
export class SaleRecorder implements SignUpObserver {
  readonly #sales = new Map<string, RecordedSale>();
  /** Requests that have reached the handler, until they are answered. */
  readonly #reached = new Set<string>();

  arrived(activityId: string, requestId: string): void {
    this.#reached.add(requestId);
    const sale = this.#saleOf(activityId);
    if (sale === null) return;
    sale.figures.arrived++;
    sale.figures.underWay++;
  }
  // Attempts that arrived above the limit are not tracked, even if there is room at their end.
  queued(activityId: string, change: 1 | -1): void {
    const sale = this.#sales.get(activityId);
    if (!sale) return;
    sale.waiting = Math.max(0, sale.waiting + change);
    sale.figures.waiting = Math.max(sale.figures.waiting, sale.waiting);
  }
  ended(activityId: string, outcome: SignUpOutcome, rule: string): void {
    const sale = this.#sales.get(activityId);
    if (!sale) return;
    sale.figures.underWay = Math.max(0, sale.figures.underWay - 1);
    this.#count(sale, outcome, rule);
  }
  /**
   * Records the response of any request, so that no request id is kept forever.
   * @param activityId null: not a sign-up
   * @param ms duration of the request
   */
  answered(requestId: string, activityId: string | null, status: number, ms: number): void {
    const isReached = this.#reached.delete(requestId);
    const sale = activityId === null ? null : this.#saleOf(activityId);
    if (sale === null) return;
    addLatency(sale.figures.latencies, ms);
    if (isReached) return;
    sale.figures.arrived++;
    this.#count(sale, outcomeOfStatus(status), "");
  }
  /** Records an activity from now on, as if an attempt had arrived. */
  expect(activityId: string): void {
    const sale = this.#saleOf(activityId);
    if (sale) sale.quiet = QUIET - EXPECTED;
  }
  /** Counts since the last call; activities without further attempts are dropped. */
  take(): { activityId: string; figures: SecondCounts }[] {
    const taken: { activityId: string; figures: SecondCounts }[] = [];
    for (const [activityId, sale] of this.#sales) {
      const { figures } = sale;
      sale.quiet = figures.arrived === 0 && figures.underWay === 0 ? sale.quiet + 1 : 0;
      if (sale.quiet > QUIET) {
        this.#sales.delete(activityId);
        continue;
      }
      taken.push({ activityId, figures });
      sale.figures = { ...blank(), underWay: figures.underWay, waiting: sale.waiting };
    }
    return taken;
  }

  #count({ figures }: RecordedSale, end: AttemptOutcome, rule: string): void {
    figures.ended[end] = (figures.ended[end] ?? 0) + 1;
    if (rule !== "") figures.rules[rule] = (figures.rules[rule] ?? 0) + 1;
  }
  #saleOf(activityId: string): RecordedSale | null {
    const known = this.#sales.get(activityId);
    if (known) return known;
    if (this.#sales.size >= MAX_SALES) return null;
    const sale = { figures: blank(), waiting: 0, quiet: 0 };
    this.#sales.set(activityId, sale);
    return sale;
  }
}
