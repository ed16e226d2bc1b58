import { paymentWays } from "../../../contract/payment/payment.ts";
import { createClock } from "../../../server/core/clock.ts";
import { commandLineActor } from "../../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../../server/database/connection/database.ts";
import type { DifferenceEntry } from "../../../server/payment/difference/store.ts";
import type { BillDay } from "../../../server/payment/reconciliation/day-store.ts";
import { differenceDesk, type DifferenceDesk } from "../../../server/payment/reconciliation/desk.ts";
import { fail, isOperatorId, linesOf, minute, yuan, type MallCommand } from "./mall-command.ts";

const deskOf = (db: Database): DifferenceDesk => differenceDesk({ db, clock: createClock() });
const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? "");

const signed = (fen: number | null): string => {
  if (fen === null) return "-";
  return fen < 0 ? `-${yuan(-fen)}` : yuan(fen);
};
const describe = (entry: DifferenceEntry): string =>
  [
    entry.differenceId,
    entry.kind,
    entry.way,
    entry.day ?? "no bill",
    entry.number,
    `ours ${signed(entry.oursFen)}, theirs ${signed(entry.theirsFen)}`,
    entry.details,
    minute(entry.createdTime),
  ]
    .filter((part) => part !== "")
    .join("  ");
const describeDay = ({ day, way, state, open, problem }: BillDay): string =>
  [day, way, state, open > 0 ? `${open} open` : "", problem].filter((part) => part !== "").join("  ");

/** Commands of the reconciliation with the channels' bills. */
const differences: MallCommand = ({ words: [action, ...rest], options: { by, reason } }) => {
  const [first, second, ...more] = rest;
  if (more.length > 0) return null;
  if (action === undefined) return async (db) => linesOf((await deskOf(db).listDifferences()).map(describe));
  if (action === "days" && first === undefined)
    return async (db) => linesOf((await deskOf(db).listDays()).map(describeDay));
  const way = paymentWays.find((one) => one === first);
  if (action === "refetch" && way !== undefined && isDay(second))
    return async (db) =>
      (await deskOf(db).refetch(way, second, commandLineActor))
        ? "done"
        : fail(`there is no day ${second} of ${way}`);
  const isResolution = action === "resolve" && /^\d{1,19}$/.test(first ?? "") && second === undefined;
  if (!isResolution || !isOperatorId(by) || !reason || reason.length > 200) return null;
  return async (db) => {
    const isDone = await deskOf(db).resolve(first ?? "", { id: by, host: "command" }, reason);
    return isDone ? "done" : fail("there is no such difference, or it is resolved");
  };
};

export const differenceCommands = { differences } as const;
