import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { faults, faultySteps, type FakeRefund } from "../../testing/mall/fake-channel.ts";
import { foldSold } from "../sold-store.ts";
import { follow, workDeadlines } from "./test-sync.ts";
import { DAY, mustBe, pick, type Model, type ModelRefund, type Run, type World } from "./test-world.ts";

const HOUR = 3_600_000;
/** Times that pass: refunds of a payment are a minute apart, orders are paid within half an hour, and so on; ms. */
const pauses = [70_000, HOUR / 2 + 60_000, 25 * HOUR, 8 * DAY] as const;
const outcomes = ["success", "processing", "abnormal", "closed"] as const;

const refundAt = ({ refunds }: Model, at: number): ModelRefund | undefined =>
  pick(refunds, at, ({ state }) => state !== "done");
type StoredRefund = { readonly refundId: string; readonly state: string; readonly outRefundNo: string };
async function storedRefund({ db }: World, { cause, causeId }: ModelRefund): Promise<StoredRefund> {
  const { rows } = await sql<StoredRefund>`
    select refund_id as "refundId", state, out_refund_no as "outRefundNo" from refund
    where cause = ${cause} and cause_id = ${causeId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no refund for ${cause} ${causeId}`);
  return row;
}

/** Reports a refund of a channel, as notices do. */
async function notifyRefund({ shop }: World, refund: FakeRefund, times: number): Promise<void> {
  const kind = (
    { success: "refunded", abnormal: "refundAbnormal", closed: "refundClosed", processing: null } as const
  )[refund.state];
  const channel = shop.channels.find(({ refunds }) => refunds.has(refund.outRefundNo));
  if (kind === null || !channel) return;
  const event = {
    kind,
    noticeId: newId(),
    refund: channel.refundReport(refund),
    merchantId: channel.merchantId,
  };
  await Promise.all(Array.from({ length: times }, () => shop.refunds.applyRefundEvent(channel.way, event)));
}

/** Settles a refund that its channel will not do, as an operator who paid it back outside of it. */
export async function settleOffline(world: World, refund: ModelRefund): Promise<void> {
  const { refundId, outRefundNo } = await storedRefund(world, refund);
  const by = { id: "ops-3", host: "test" };
  const outcome = await world.shop.refunds.desk.settleOffline(refundId, `B-${refundId}`, by);
  const atChannel = world.shop.channelOf(refund.payment.way).refunds.get(outRefundNo)?.state;
  if (outcome !== "done") return;
  if (atChannel === "success" || atChannel === "processing") throw new Error("settled beside its channel");
  refund.isOffline = true;
}
/** Approves a refund that waits; the operator who asked for it may not. */
export async function approve(world: World, refund: ModelRefund, by: string): Promise<void> {
  const { refundId } = await storedRefund(world, refund);
  const outcome = await world.shop.refunds.desk.approve(refundId, { id: by, host: "test" });
  const wanted = refund.state !== "waiting" ? "state" : by === "ops-1" ? "ownRequest" : "done";
  mustBe("approve", outcome, wanted);
  if (outcome === "done") refund.state = "open";
}

/** Compares the bill of a day with the ledger: it is clean (P14). */
export async function reconcile(world: World, channel: World["shop"]["channels"][number], day: string) {
  channel.endFaults();
  const { state, open, sumFen } = await world.shop.reconcile(channel, day);
  mustBe(`bill of ${channel.way} ${day}, ${open} differences, ${sumFen} fen`, state, "clean");
}

export const refundCommands = {
  /** Asks the channels for refunds that are due; what comes of them is the channel's. */
  async workRefunds(world, model, [how]) {
    for (const channel of world.shop.channels) channel.nextRefund = outcomes[how % 6] ?? "success";
    await world.shop.refunds.work();
    await follow(world, model);
  },
  /** A channel ends a refund, and reports it several times at once, or not at all. */
  async refundNotice(world, model, [at, how, times]) {
    const all = world.shop.channels.flatMap((channel) =>
      [...channel.refunds.values()].map((refund) => ({ channel, refund })),
    );
    const found = pick(all, at, ({ refund }) => refund.state === "processing");
    if (!found) return;
    found.channel.endRefund(found.refund, outcomes[how % 5] ?? "success");
    await notifyRefund(world, found.refund, times % 4);
    await follow(world, model);
  },
  async approve(world, model, [at, by]) {
    const refund = refundAt(model, at);
    if (refund) await approve(world, refund, by % 2 === 0 ? "ops-1" : "ops-2");
    await follow(world, model);
  },
  async retry(world, model, [at]) {
    const refund = refundAt(model, at);
    if (!refund) return;
    const { refundId, state } = await storedRefund(world, refund);
    const outcome = await world.shop.refunds.desk.retry(refundId, { id: "ops-2", host: "test" });
    const isFinal = state === "success" || state === "waiting";
    mustBe(`retry of a refund that is ${state}`, outcome, isFinal ? "state" : "done");
    await follow(world, model);
  },
  async settleOffline(world, model, [at]) {
    const refund = refundAt(model, at);
    if (!refund || refund.state === "done") return;
    await settleOffline(world, refund);
    await follow(world, model);
  },
  async workQueries(world, model) {
    await world.shop.workQueries();
    await follow(world, model);
  },
  async deadlines(world, model) {
    await workDeadlines(world, model);
  },
  async fault(world, _model, [channel, at, how]) {
    const [step, fault] = [faultySteps[at % faultySteps.length], faults[how % faults.length]];
    if (step && fault) world.shop.channels[channel % world.shop.channels.length]?.fail(step, fault);
    await Promise.resolve();
  },
  async wait(world, _model, [long]) {
    world.wait(pauses[long % 8] ?? 70_000);
    await Promise.resolve();
  },
  /** A bill comes in before its day is over, or after a notice was lost. */
  async bill(world, model, [way, at]) {
    const channel = world.shop.channels[way % world.shop.channels.length];
    const days = channel?.days() ?? [];
    const day = days[at % days.length];
    if (!channel || day === undefined) return;
    await reconcile(world, channel, day);
    await follow(world, model);
  },
  async countSold({ db }) {
    await foldSold(db);
  },
} as const satisfies Record<string, Run>;
