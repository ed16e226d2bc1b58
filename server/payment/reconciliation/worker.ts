import type { AppContext } from "../../core/app-context.ts";
import { BillDamaged, ChannelForged, ChannelSilent, type PaymentChannel } from "../channel.ts";
import type { PaymentChannels } from "../channels.ts";
import { catchUp, type CatchUpPorts } from "./catch-up.ts";
import { addDays, leaseDay, postponeDay, type LeasedDay } from "./day-store.ts";
import { hasEntries, replaceLines } from "./line-store.ts";
import { bookFees, reviewDay } from "./review.ts";
import { BILL_LEASE, BILL_RETRY, billDays, MOST_EMPTY_LOOKS } from "./rules.ts";

/**
 * Fetches the bills of all channels and compares them with the ledger, by any process (requirements MA91–MA93).
 * @returns works until no day is due
 */
export function reconciliationWorker(
  { db, clock, log }: AppContext,
  channels: PaymentChannels,
  ports: CatchUpPorts,
): () => Promise<void> {
  let addedFor = "";
  async function addDueDays(): Promise<void> {
    const days = billDays(clock.now());
    if (days.yesterday === addedFor) return;
    for (const way of channels.ways) await addDays(db, way, days);
    addedFor = days.yesterday;
  }
  /** Fetches the bill of a day. @returns the problem; "": it is stored */
  async function fetchBill(channel: PaymentChannel, day: LeasedDay): Promise<string> {
    const bill = await channel.bill(day.day);
    if (bill.state === "notYet") return "not yet";
    // The channel may say so before it has made one; a day without money of ours cannot have one.
    const isEarly = bill.state === "none" && day.tries < MOST_EMPTY_LOOKS && (await hasEntries(db, day));
    if (isEarly) return "no bill, but payments";
    await replaceLines(db, day, bill.state === "ready" ? bill.rows : [], new Date(clock.now()));
    return "";
  }
  async function review(channel: PaymentChannel, day: LeasedDay): Promise<void> {
    await catchUp(db, channel, day, ports);
    await bookFees(db, day);
    const { state, open, sumFen } = await reviewDay(db, day, new Date(clock.now()));
    if (state !== "clean")
      log.error({ way: day.way, day: day.day, open, sumFen }, "bill does not match the ledger");
  }
  async function work(day: LeasedDay): Promise<string> {
    const channel = channels.of(day.way);
    if (channel === null) return "no channel";
    try {
      const problem = day.state === "waiting" ? await fetchBill(channel, day) : "";
      if (problem !== "") return problem;
      await review(channel, day);
      return "";
    } catch (error) {
      if (error instanceof ChannelSilent || error instanceof ChannelForged || error instanceof BillDamaged)
        return `${error.name}: ${error.message}`;
      throw error;
    }
  }
  return async () => {
    await addDueDays();
    for (;;) {
      const now = clock.now();
      const day = await leaseDay(db, new Date(now), new Date(now + BILL_LEASE));
      if (day === null) return;
      const problem = await work(day);
      if (problem === "") continue;
      log.warn({ way: day.way, day: day.day, problem }, "bill not complete, retrying");
      await postponeDay(db, day, { due: new Date(clock.now() + BILL_RETRY), problem });
    }
  };
}
