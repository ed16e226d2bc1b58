import {
  askErasure,
  closeRightsRequest,
  confirmErasure,
  fetchRightsCopy,
  identifyRightsRequester,
  listRightsRequests,
  makeRightsCopy,
  showPersonalDataInventory,
  showRightsRequest,
  takeInRightsRequest,
  type ShownRightsRequest,
} from "#contract/console/watch/rights-requests.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { inTransaction, writeAuditEntry, type AuditAction } from "../../database/shared-tables/audit-log.ts";
import { listQuery } from "../../http/console/list-query.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { readWorkingCalendar } from "../../lead/index.ts";
import { findUserByMobile } from "../../session/index.ts";
import { eraseUser } from "../erase-user.ts";
import { privacyMessages } from "../messages.ts";
import { personalDataInventory } from "../personal-data-inventory-store.ts";
import type { PrivacyPorts } from "../ports.ts";
import { collectCopy } from "../routes.ts";
import { presentListed, presentShown } from "./presenting.ts";
import {
  claimErasure,
  findRequest,
  findUserOfOrder,
  insertRequest,
  isPersonInScope,
  listRequestRows,
  lockRequest,
  releaseErasure,
  requestColumns,
  setClosed,
  setCopy,
  setErasureAsked,
  setIdentified,
  takeCopy,
  type RequestReader,
  type RightsRequestRow,
} from "./request-store.ts";
import { answerDueTime, mayBeReceivedOn, mayClose, requestStateOf } from "./rules.ts";

const { console: messages } = privacyMessages;
/** Time limit of the event search in a copy, and of the wait for event removal in an erasure, ms. */
const EVENT_TIMEOUT = 20_000;

/** Names of operators by their ids. */
export type OperatorNames = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
type Desk = {
  readonly context: AppContext;
  readonly ports: Pick<PrivacyPorts, "uploads" | "orders">;
  readonly operatorNames: OperatorNames;
};

const readerOf = (caller: OperatorCaller): RequestReader => ({
  operatorId: requireOperator(caller).operatorId,
  scopes: requireScopes(caller, "rights.handle"),
});
const changed = (message: string): Refusal => new Refusal("stateChanged", { message });
const operatorIds = (row: RightsRequestRow): string[] =>
  [
    row.taken_by,
    row.identified_by,
    row.exported_by,
    row.fetched_by,
    row.erasure_asked_by,
    row.erasing_by,
    row.closed_by,
  ].flatMap((id) => id ?? []);

/** A request as the caller sees it now. @throws Refusal "notFound" */
async function shown(
  { context, operatorNames }: Desk,
  caller: OperatorCaller,
  requestId: string,
): Promise<{ request: ShownRightsRequest }> {
  const reader = readerOf(caller);
  const { row, calendar } = await readForOperator(context.db, async (db) => ({
    row: await findRequest(db, reader, requestId),
    calendar: await readWorkingCalendar(db),
  }));
  if (row === null) throw new Refusal("notFound", { message: messages.gone });
  // After the transaction: the embedded database has one connection.
  const names = await operatorNames(operatorIds(row));
  return { request: presentShown(row, { names, calendar, now: context.clock.now(), reader }) };
}

type Based = { readonly requestId: string; readonly basedOn: number };
/** The request that an act is about, locked in the act's transaction, and who acts when. */
type Locked = {
  readonly transaction: Database;
  readonly row: RightsRequestRow;
  readonly act: { readonly requestId: string; readonly by: string; readonly now: Date };
};
/**
 * Runs an act on a request in the state that the operator saw, with its audit entry.
 * @throws Refusal "notFound", or "stateChanged" if somebody changed it since
 */
async function actOn<T>(
  { context }: Desk,
  caller: OperatorCaller,
  { requestId, basedOn }: Based,
  action: AuditAction,
  run: (locked: Locked) => Promise<T>,
  outcomeOf: (row: RightsRequestRow) => string = () => "done",
): Promise<T> {
  const reader = readerOf(caller);
  const now = new Date(context.clock.now());
  return inTransaction(context.db, async (transaction) => {
    await lockRequest(transaction, requestId);
    const row = await findRequest(transaction, reader, requestId);
    if (row === null) throw new Refusal("notFound", { message: messages.gone });
    if (row.revision !== basedOn) throw changed(messages.changed);
    const result = await run({ transaction, row, act: { requestId, by: reader.operatorId, now } });
    const about = { kind: "rights-request", id: requestId };
    const by = operatorAuditActor(caller);
    await writeAuditEntry(transaction, { by, action, about, outcome: outcomeOf(row), now });
    return result;
  });
}

function listCalls({ context, operatorNames }: Desk, calls: OperatorRouter): void {
  const { db, clock } = context;
  calls.on(listRightsRequests, async (args, caller) => {
    const page = listQuery(args, requestColumns, clock.now());
    const { found, calendar } = await readForOperator(db, async (reading) => ({
      found: await listRequestRows(reading, readerOf(caller), args.filter, page),
      calendar: await readWorkingCalendar(reading),
    }));
    const names = await operatorNames(found.rows.map(({ taken_by }) => taken_by));
    return page.toPage(found.rows, found.counted, (row) =>
      presentListed(row, { names, calendar, now: clock.now() }),
    );
  });
  calls.on(showPersonalDataInventory, () =>
    Promise.resolve({
      tables: personalDataInventory.map(({ table, erased, exportCondition }) => ({
        name: table,
        title: privacyMessages.titles[table],
        erased,
        isExported: exportCondition !== null,
      })),
    }),
  );
}

function takeInCalls(desk: Desk, calls: OperatorRouter): void {
  const { db, clock } = desk.context;
  calls.on(showRightsRequest, ({ requestId }, caller) => shown(desk, caller, requestId));
  calls.on(takeInRightsRequest, async ({ kind, channel, receivedDay, words = "" }, caller) => {
    const now = clock.now();
    if (!mayBeReceivedOn(receivedDay, now))
      throw new Refusal("invalid", { fields: { receivedDay: messages.notReceived } });
    const requestId = newId();
    const takenBy = requireOperator(caller).operatorId;
    await inTransaction(db, async (transaction) => {
      const calendar = await readWorkingCalendar(transaction);
      await insertRequest(transaction, {
        requestId,
        kind,
        channel,
        received: new Date(`${receivedDay}T00:00:00+08:00`),
        due: new Date(answerDueTime(receivedDay, calendar)),
        words: words.trim() === "" ? null : words.trim(),
        takenBy,
        now: new Date(now),
      });
      await writeAuditEntry(transaction, {
        by: operatorAuditActor(caller),
        action: "rights-request.take-in",
        about: { kind: "rights-request", id: requestId },
        outcome: kind,
        now: new Date(now),
      });
    });
    return { requestId };
  });
}

function identityCalls(desk: Desk, calls: OperatorRouter): void {
  calls.on(identifyRightsRequester, async ({ by, ...based }, caller) => {
    const scopes = requireScopes(caller, "rights.handle");
    await actOn(desk, caller, based, "rights-request.identify", async ({ transaction, row, act }) => {
      if (!["taken", "identified"].includes(requestStateOf(row))) throw changed(messages.changed);
      const [userId, how] =
        "mobile" in by
          ? [(await findUserByMobile(transaction, by.mobile))?.userId ?? null, "mobile" as const]
          : [await findUserOfOrder(transaction, by.orderNo), "order" as const];
      if (userId === null || !(await isPersonInScope(transaction, scopes, userId)))
        throw new Refusal("invalid", {
          fields: { [how === "mobile" ? "mobile" : "orderNo"]: messages.nobody },
        });
      await setIdentified(transaction, act, userId, how);
    });
    return shown(desk, caller, based.requestId);
  });
  calls.on(closeRightsRequest, async ({ outcome, told, ...based }, caller) => {
    await actOn(
      desk,
      caller,
      based,
      "rights-request.close",
      async ({ transaction, row, act }) => {
        if (!mayClose(requestStateOf(row), outcome)) throw changed(messages.notHandled);
        await setClosed(transaction, act, outcome, told);
      },
      () => outcome,
    );
    return shown(desk, caller, based.requestId);
  });
}

function copyCalls(desk: Desk, calls: OperatorRouter): void {
  const { context, ports } = desk;
  calls.on(makeRightsCopy, async (based, caller) => {
    const found = await findRequest(context.db, readerOf(caller), based.requestId);
    if (found === null) throw new Refusal("notFound", { message: messages.gone });
    if (found.kind !== "export" || found.user_id === null || found.revision !== based.basedOn)
      throw changed(messages.changed);
    // Collected before the request is locked, since it reads everything of the person.
    const copy = await collectCopy(context, ports, found.user_id, EVENT_TIMEOUT);
    if (copy === null) throw changed(messages.changed);
    await actOn(desk, caller, based, "rights-request.export", ({ transaction, row, act }) => {
      if (!["identified", "copyReady"].includes(requestStateOf(row))) throw changed(messages.changed);
      return setCopy(transaction, act, JSON.stringify(copy, null, 2));
    });
    return shown(desk, caller, based.requestId);
  });
  calls.on(fetchRightsCopy, async (based, caller) => {
    const text = await actOn(desk, caller, based, "rights-request.fetch", async ({ transaction, act }) => {
      const taken = await takeCopy(transaction, act);
      if (taken === null) throw changed(messages.noCopy);
      return taken;
    });
    return { text };
  });
}

function erasureCalls(desk: Desk, calls: OperatorRouter): void {
  const { context, ports } = desk;
  calls.on(askErasure, async (based, caller) => {
    await actOn(desk, caller, based, "rights-request.ask-erasure", ({ transaction, row, act }) => {
      if (row.kind !== "erase" || requestStateOf(row) !== "identified") throw changed(messages.changed);
      return setErasureAsked(transaction, act);
    });
    return shown(desk, caller, based.requestId);
  });
  calls.on(confirmErasure, async ({ requestId, basedOn }, caller) => {
    const reader = readerOf(caller);
    const row = await findRequest(context.db, reader, requestId);
    if (row === null) throw new Refusal("notFound", { message: messages.gone });
    if (row.erasure_asked_by === reader.operatorId && row.revision === basedOn)
      throw new Refusal("secondPerson");
    const act = { requestId, by: reader.operatorId, now: new Date(context.clock.now()) };
    const userId = await claimErasure(context.db, act, basedOn);
    if (userId === null) throw changed(messages.changed);
    const after = {
      deleteDueFiles: () => ports.uploads.deleteDueFiles(),
      finishClosing: (orderId: string) => ports.orders.finishClosing(orderId),
      eventTimeout: EVENT_TIMEOUT,
    };
    // The erasure's transaction notes in the request that it is done, and writes the audit entry.
    try {
      if (!(await eraseUser(context, after, userId, operatorAuditActor(caller))))
        throw changed(messages.changed);
    } catch (error) {
      await releaseErasure(context.db, requestId, reader.operatorId);
      throw error;
    }
    return shown(desk, caller, requestId);
  });
}

/** Registers the console's calls about requests of people about their data (requirement CO105). */
export function registerPrivacyConsoleCalls(desk: Desk, calls: OperatorRouter): void {
  listCalls(desk, calls);
  takeInCalls(desk, calls);
  identityCalls(desk, calls);
  copyCalls(desk, calls);
  erasureCalls(desk, calls);
}
