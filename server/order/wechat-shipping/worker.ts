import type { AppContext } from "../../core/app-context.ts";
import { delayOutbox, endOutbox, leaseOutbox, type LeasedOutbox } from "../outbox-store.ts";
import type { OrderPorts } from "../ports.ts";
import { reportStep, shippingReportOf } from "./rules.ts";
import { findShippingFacts, saveAcceptedReport } from "./store.ts";

const MINUTE = 60_000;
/** Time for which a process works alone on a report: longer than its requests, ms. */
const LEASE = 3 * MINUTE;
const MOST = 5;
/** Delay after no answer: 1 min, 2 min … 1 h. */
const silentDelay = (tries: number): number => Math.min(MINUTE * 2 ** Math.min(tries - 1, 6), 60 * MINUTE);
/** Delay after a refusal, which an operator may mend in WeChat's console, ms. */
const REFUSED_DELAY = 60 * MINUTE;

type Ports = Pick<OrderPorts, "wechatShipping"> & {
  readonly payments: Pick<OrderPorts["payments"], "miniProgramTrade">;
};
/** done: accepted, or there is nothing to tell; otherwise the report is sent again. */
type Outcome = "done" | { readonly problem: string; readonly delay: number };

/**
 * Tells WeChat of what was sent of orders that its mini-program has paid: until then it keeps the money (requirement MA79).
 * Any process does it, each order once at a time; a report that was lost is sent again.
 */
export function wechatShippingWorker({ db, clock, log }: AppContext, { payments, wechatShipping }: Ports) {
  async function send({ about_id: orderId, tries }: LeasedOutbox): Promise<Outcome> {
    const silent = { problem: "no answer", delay: silentDelay(tries) };
    const found = await findShippingFacts(db, orderId);
    const report = found && shippingReportOf(found.facts, found.accepted);
    if (!found || !report) return "done";
    const step = reportStep(report, found.accepted);
    if (step === "spent") log.warn({ orderId }, "wechat shipping correction not reported");
    if (step !== "send") return "done";
    const trade = await payments.miniProgramTrade(orderId);
    if (trade === "none") return "done";
    if (trade === "silent") return silent;
    const result = await wechatShipping.upload({ ...report, ...trade, time: clock.now() });
    if (result.state === "silent") return silent;
    if (result.state === "refused") return { problem: `refused ${result.code}`, delay: REFUSED_DELAY };
    await saveAcceptedReport(db, orderId, report, new Date(clock.now()));
    return "done";
  }
  async function work(leased: LeasedOutbox): Promise<void> {
    const outcome = await send(leased);
    if (outcome === "done") return endOutbox(db, "wechatShipping", leased);
    const { problem, delay } = outcome;
    log.warn(
      { orderId: leased.about_id, problem, tries: leased.tries },
      "wechat shipping report failed, retrying",
    );
    return delayOutbox(db, "wechatShipping", leased, { due: new Date(clock.now() + delay), problem });
  }
  return async (): Promise<void> => {
    if (!wechatShipping.isOn()) return;
    for (let isMore = true; isMore;) {
      const now = clock.now();
      const range = { now: new Date(now), until: new Date(now + LEASE), most: MOST };
      const due = await leaseOutbox(db, "wechatShipping", range);
      for (const leased of due) await work(leased);
      isMore = due.length === MOST;
    }
  };
}
