import { createClock } from "../../../server/core/clock.ts";
import { exitWithError } from "../../../server/config.ts";
import { commandLineActor, type AuditActor } from "../../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../../server/database/connection/database.ts";
import type { PaymentPort } from "../../../server/order/ports.ts";
import { requestRefund } from "../../../server/payment/refund/request-store.ts";
import { priceText } from "../../../contract/mall/price-text.ts";
import type { InstallationConfig } from "../cli-database.ts";

/** Options of the commands, each with a text. */
export const optionNames = [
  "add",
  "by",
  "carrier",
  "file",
  "id",
  "number",
  "reason",
  "receipt",
  "take",
  "units",
] as const;
/** Arguments of a command: words after its name, and options. */
export type CommandArguments = {
  readonly words: readonly string[];
  readonly options: { readonly [name in (typeof optionNames)[number]]?: string | undefined };
};
/** Runs on the installation's database. @returns the text to print */
export type RunCommand = (db: Database, config: InstallationConfig) => Promise<string>;
/** Parses the arguments of a command. @returns null if they do not fit its usage */
export type MallCommand = (given: CommandArguments) => RunCommand | null;

const clock = createClock();
export const now = (): Date => new Date(clock.now());
export const yuan = (fen: number): string => `¥${priceText(fen)}`;
export const minute = (time: Date): string => time.toISOString().slice(0, 16).replace("T", " ");

/** Id of an operator of the installation, no name of a person: it is kept with refunds and counted. */
export const isOperatorId = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Za-z0-9._-]{2,40}$/.test(text);
/** Actor of the audit log for an operator. */
export const operatorOf = (id: string): AuditActor => ({ ...commandLineActor, id });

/** Refunds of the commands: written here, asked for by the server. */
export const refundsOf = ({ secondEyesFen }: InstallationConfig): Pick<PaymentPort, "requestRefund"> => ({
  requestRefund: async (db, refund) => void (await requestRefund(db, refund, secondEyesFen)),
});

/** Lines to print; "none" for an empty list. */
export const linesOf = (lines: readonly string[]): string => (lines.length === 0 ? "none" : lines.join("\n"));
export const isOrderNo = (text: string | undefined): text is string => /^M\d{14}$/.test(text ?? "");
export const isCaseNo = (text: string | undefined): text is string => /^R\d{14}$/.test(text ?? "");
/** Ends the command with a message and exit code 1. */
export const fail: (message: string) => never = exitWithError;
