import { createClock } from "../../../server/core/clock.ts";
import type { Database } from "../../../server/database/connection/database.ts";
import { finishCase } from "../../../server/order/after-sale/decide.ts";
import { createPaymentChannels } from "../../../server/payment/channels.ts";
import { createRefundReports } from "../../../server/payment/refund/apply.ts";
import { refundDesk, type RefundDesk, type SettleOutcome } from "../../../server/payment/refund/operator.ts";
import type { RefundEntry } from "../../../server/payment/refund/operator-store.ts";
import type { InstallationConfig } from "../cli-database.ts";
import { fail, isOperatorId, linesOf, minute, yuan, type MallCommand } from "./mall-command.ts";

/** The desk of refunds in this process, with the channels of the settings. */
function deskOf(db: Database, config: InstallationConfig): RefundDesk {
  const clock = createClock();
  const channels = createPaymentChannels({
    config,
    clock,
    // Simulated channels are on the server of this machine.
    origin: () => config.publicOrigin ?? `http://127.0.0.1:${config.port}`,
  });
  const log = {
    error: (fields: object, message: string): void =>
      void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  };
  const reports = createRefundReports(
    { db, clock, log },
    { onRefunded: finishCase, merchantIdOf: (way) => channels.of(way)?.merchantId ?? null },
  );
  return refundDesk({ db, clock }, channels, reports, finishCase);
}

const describe = (entry: RefundEntry): string =>
  [
    entry.refundId,
    entry.state,
    yuan(entry.amountFen),
    entry.way,
    entry.cause,
    `order ${entry.orderNo}`,
    minute(entry.createdTime),
    entry.problem,
    entry.askedBy === null ? "" : `asked by ${entry.askedBy}`,
  ]
    .filter((part) => part !== "")
    .join("  ");

const refusals: Readonly<Record<Exclude<SettleOutcome, "done">, string>> = {
  notFound: "there is no such refund",
  ownRequest: "the operator who asked for a refund cannot approve it",
  state: "the refund is in no state for that, or a process works on it now",
  refunded: "the channel has refunded it after all",
  processing: "the channel works on it after all",
  silent: "the channel does not say whether it has refunded it; try again later",
};

const refunds: MallCommand = ({ words: [action, refundId, ...rest], options: { by, receipt } }) => {
  if (action === undefined)
    return async (db, config) => linesOf((await deskOf(db, config).listOpen()).map(describe));
  if (!/^\d{1,19}$/.test(refundId ?? "") || rest.length > 0 || !isOperatorId(by)) return null;
  const [id, operator] = [refundId ?? "", { id: by, host: "command" }];
  const steps: Readonly<Record<string, (desk: RefundDesk) => Promise<SettleOutcome>>> = {
    approve: (desk) => desk.approve(id, operator),
    retry: (desk) => desk.retry(id, operator),
    ...(/^[\w-]{4,64}$/.test(receipt ?? "") && {
      settle: (desk: RefundDesk) => desk.settleOffline(id, receipt ?? "", operator),
    }),
  };
  const step = Object.hasOwn(steps, action) ? steps[action] : undefined;
  if (!step) return null;
  return async (db, config) => {
    const outcome = await step(deskOf(db, config));
    return outcome === "done" ? outcome : fail(refusals[outcome]);
  };
};

/** Commands of refunds. */
export const refundCommands = { refunds } as const;
