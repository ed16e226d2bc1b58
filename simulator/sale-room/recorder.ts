import type { SignUpObserver, SignUpOutcome } from "../../server/signup/index.ts";
import { addLatency, type Latencies } from "./latency-histogram.ts";

/** How a wish for a seat ends; denied: at the door, without a valid session or signature. */
export type AttemptOutcome = SignUpOutcome | "denied";
/** Of one activity, process and second. */
export type SecondCounts = {
  arrived: number;
  ended: Partial<Record<AttemptOutcome, number>>;
  /** Refusals by an activity's process, by its nodes' kinds. */
  rules: Record<string, number>;
  /** Arrived and not yet answered, at the end of the second. */
  underWay: number;
  /** Most that waited for a commit at once. */
  waiting: number;
  latencies: Latencies;
};
type RecordedSale = { figures: SecondCounts; waiting: number; quiet: number };

/** Seconds without a wish until an activity's recording pauses. */
const QUIET = 3;
/** The same for one whose crowd is about to come. */
const EXPECTED = 15;
/** Activities recorded at once: whoever asks for made-up ones fills no memory. */
const MOST = 100;

const blank = (): SecondCounts => ({
  arrived: 0,
  ended: {},
  rules: {},
  underWay: 0,
  waiting: 0,
  latencies: {},
});
/** How a wish ended that no handler saw. @param status of its answer */
function outcomeOfStatus(status: number): AttemptOutcome {
  if (status === 429) return "limited";
  if (status === 503) return "busy";
  if (status === 401 || status === 406 || status === 611) return "denied";
  return status >= 500 && status < 600 ? "failed" : "invalid";
}

/**
 * Counts in memory how a process's sign-ups go, second by second. Each wish costs a few additions;
 * what becomes of the counts is for whoever takes them.
 */
export class SaleRecorder implements SignUpObserver {
  readonly #sales = new Map<string, RecordedSale>();
  /** Requests that a handler has seen, until they are answered. */
  readonly #reached = new Set<string>();

  arrived(activityId: string, requestId: string): void {
    this.#reached.add(requestId);
    const sale = this.#saleOf(activityId);
    if (sale === null) return;
    sale.figures.arrived++;
    sale.figures.underWay++;
  }
  // Of whoever arrived while there was no room nothing goes on; it may have room by their end.
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
   * A request is answered; any request, so that none is remembered for ever.
   * @param activityId null: it is no sign-up
   * @param ms from its arrival to its answer
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
  /** Records an activity from now on, as if somebody had come. */
  expect(activityId: string): void {
    const sale = this.#saleOf(activityId);
    if (sale) sale.quiet = QUIET - EXPECTED;
  }
  /** What has been counted since the last time; an activity that nobody asks for any more is left out from then on. */
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
    if (this.#sales.size >= MOST) return null;
    const sale = { figures: blank(), waiting: 0, quiet: 0 };
    this.#sales.set(activityId, sale);
    return sale;
  }
}
