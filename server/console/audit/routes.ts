import {
  checkAuditDay,
  downloadAuditDay,
  listAuditChoices,
  listAuditEntries,
  listAuditSeals,
  SEALS_PER_PAGE,
  SHOWN_FAULTS,
  type ListedAuditEntry,
} from "#contract/console/watch/audit.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { inTransaction, writeAuditEntry, type AuditAction } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { listQuery } from "../../http/console/list-query.ts";
import { operatorAuditActor, requireOperator, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { operatorNames } from "../operators/operator-store.ts";
import { auditActionWords, wordsOfAction, wordsOfKind } from "./messages.ts";
import { wordsOfOutcome } from "./outcome-messages.ts";
import {
  auditColumns,
  hasOpenedSince,
  listAuditRows,
  listOperatorNames,
  titlesOf,
  type AuditRow,
} from "./list-store.ts";
import { checkDay, firstKeptDay, writeDay } from "./seal.ts";
import { countUnbrokenDays, listSeals, type SealRow } from "./seal-store.ts";

/** Time within which opening the list again is the same opening, ms. */
const SAME_OPENING = 600_000;

const presentEntry =
  (names: ReadonlyMap<string, string>, titles: ReadonlyMap<string, string>) =>
  (row: AuditRow): ListedAuditEntry => ({
    auditId: row.row_id,
    time: toShanghaiIso(row.at_time),
    milliseconds: row.at_time.getMilliseconds(),
    door: row.door,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    actorName: row.actor_kind === "operator" ? (names.get(row.actor_id ?? "") ?? null) : null,
    action: row.action,
    actionName: wordsOfAction(row.action),
    aboutKind: row.about_kind,
    aboutName: wordsOfKind(row.about_kind),
    aboutId: row.about_id,
    aboutTitle: titles.get(row.about_id ?? "") ?? names.get(row.about_id ?? "") ?? null,
    host: row.host,
    outcome: row.outcome,
    outcomeName: wordsOfOutcome(row),
    requestId: row.request_id,
  });
const presentSeal = ({ day, line_count, seal, previous, sealed_time, is_kept }: SealRow) => ({
  day,
  lines: line_count,
  seal,
  previous,
  sealedTime: toShanghaiIso(sealed_time),
  isKept: is_kept,
});

/** Writes that an operator read the log; the reading itself changes nothing. */
function reader({ db, clock }: AppContext) {
  const write = (
    within: Database,
    caller: OperatorCaller,
    action: AuditAction,
    outcome: string,
  ): Promise<void> =>
    writeAuditEntry(within, {
      by: operatorAuditActor(caller),
      action,
      about: { kind: "audit", id: null },
      outcome,
      now: new Date(clock.now()),
    });
  return {
    downloaded: (caller: OperatorCaller, day: string) => write(db, caller, "audit.download", day),
    opened: (caller: OperatorCaller): Promise<void> =>
      inTransaction(db, async (transaction) => {
        const { operatorId } = requireOperator(caller);
        const since = new Date(clock.now() - SAME_OPENING);
        if (!(await hasOpenedSince(transaction, operatorId, since)))
          await write(transaction, caller, "audit.read", "list");
      }),
  };
}

/** Registers the console's calls about the audit log (requirement CO103). */
export function registerAuditCalls(context: AppContext, calls: OperatorRouter): void {
  const { db, clock, config } = context;
  const reading = reader(context);
  calls.on(listAuditEntries, async (args, caller) => {
    const page = listQuery(args, auditColumns, clock.now());
    const found = await readForOperator(db, async (transaction) => {
      const { rows, counted } = await listAuditRows(transaction, args.filter, page);
      const ids = rows.flatMap(({ about_id }) => about_id ?? []);
      const names = await operatorNames(transaction)([
        ...rows.flatMap(({ actor_kind, actor_id }) => (actor_kind === "operator" ? (actor_id ?? []) : [])),
        ...rows.flatMap(({ about_kind, about_id }) => (about_kind === "operator" ? (about_id ?? []) : [])),
      ]);
      return page.toPage(rows, counted, presentEntry(names, await titlesOf(transaction, ids)));
    });
    if (args.cursor === undefined) await reading.opened(caller);
    return found;
  });
  calls.on(listAuditChoices, async () => ({
    actions: Object.entries(auditActionWords).map(([action, name]) => ({ action, name })),
    operators: await readForOperator(db, listOperatorNames),
  }));
  calls.on(listAuditSeals, ({ before }) =>
    readForOperator(db, async (transaction) => {
      const seals = await listSeals(transaction, before, SEALS_PER_PAGE + 1);
      return {
        seals: seals.slice(0, SEALS_PER_PAGE).map(presentSeal),
        hasMore: seals.length > SEALS_PER_PAGE,
        unbrokenDays: await countUnbrokenDays(transaction),
      };
    }),
  );
  calls.on(checkAuditDay, async ({ day }) => {
    const keptSince = firstKeptDay(clock.now(), config.auditRetentionDays);
    const check = await readForOperator(db, (transaction) => checkDay(transaction, day, keptSince));
    if (check === null) throw new Refusal("notFound");
    const { seal, isChained, faults } = check;
    return {
      day,
      seal: seal.seal,
      isChained,
      faults: faults.slice(0, SHOWN_FAULTS),
      faultCount: faults.length,
    };
  });
  calls.on(downloadAuditDay, async ({ day, after = 0 }, caller) => {
    const part = await readForOperator(db, (transaction) => writeDay(transaction, day, after));
    if (part === null) throw new Refusal("notFound");
    if (after === 0) await reading.downloaded(caller, day);
    return part;
  });
}
