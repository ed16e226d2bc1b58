import {
  cancelExport,
  exportLists,
  fetchExport,
  listExports,
  makeExport,
  MAX_WAITING_EXPORTS,
  readExportPart,
  remakeExport,
  showExportChoices,
  type ExportFormat,
  type ExportListName,
  type ExportRow,
} from "#contract/console/export/exports.ts";
import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { countLimit, listQuery } from "../../http/console/list-query.ts";
import {
  hasRight,
  operatorAuditActor,
  requireOperator,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { momentOf } from "../../http/console/position-cursor.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import {
  cancelExportRow,
  exportSorts,
  findExportChoice,
  findExportOf,
  insertExport,
  listExportsOf,
  type ExportJobRow,
} from "./export-store.ts";
import { exportListOf } from "./lists.ts";
import { readFilePart, recordFetch } from "./making-store.ts";
import { exportFileMessages } from "./messages.ts";
import { asExporter, judgeRequest, namesPerson, type ExportRequest } from "./request.ts";

/** Time within which the parts of a file can be read after a fetch has begun, ms. */
const FETCH_TIME = 600_000;
const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv;charset=utf-8",
  gb18030: "text/csv;charset=gb18030",
};

const requestOf = ({ export_request }: ExportJobRow): ExportRequest =>
  JSON.parse(export_request) as ExportRequest;
/** Digits of a whole mobile in a text. */
const MOBILE = /1[3-9]\d{9}/g;

function presentExport(row: ExportJobRow): ExportRow {
  const { columns, filterWords } = requestOf(row);
  const isReady = row.state === "ready";
  return {
    exportId: row.export_id,
    list: row.list,
    format: row.format,
    isFull: row.is_full,
    state: row.state,
    failure: row.failure,
    filterWords: [...filterWords],
    columns: [...columns],
    rowCount: row.row_count,
    expected: row.expected,
    isExpectedExact: row.is_expected_exact,
    asOf: toShanghaiIso(row.as_of),
    createdTime: toShanghaiIso(row.created_time),
    finishedTime: row.finished_time && toShanghaiIso(row.finished_time),
    expiresTime: isReady && row.expires_time ? toShanghaiIso(row.expires_time) : null,
    fetchedTime: row.fetched_time && toShanghaiIso(row.fetched_time),
    bytes: isReady ? row.bytes : null,
    checksum: isReady ? row.checksum : null,
  };
}

/** “报名名单-20261127-1800.xlsx” in Shanghai's time. */
const fileNameOf = ({ list, format, as_of }: ExportJobRow): string => {
  const moment = toShanghaiIso(as_of).slice(0, 16).replaceAll(/[-:]/g, "").replace("T", "-");
  return `${exportLists[list]}-${moment}.${format === "xlsx" ? "xlsx" : "csv"}`;
};

type ExportDesk = {
  readonly context: AppContext;
  readonly calls: OperatorRouter;
  /** Makes the files that are due, after the transaction that added one. */
  runSoon(): void;
};
type WantedExport = {
  readonly list: ExportListName;
  readonly format: ExportFormat;
  readonly isFull: boolean;
  readonly request: ExportRequest;
};

const auditEntryOf = (caller: OperatorCaller, exportId: string, outcome: string, now: number) => ({
  by: operatorAuditActor(caller),
  action: "export.make" as const,
  about: { kind: "export", id: exportId },
  outcome,
  now: new Date(now),
});

/** Judges and stores a request. @throws Refusal */
async function askFor(
  desk: ExportDesk,
  caller: OperatorCaller,
  wanted: WantedExport,
  asOf: string | undefined,
) {
  const { context, calls, runSoon } = desk;
  const { db, clock } = context;
  const operator = requireOperator(caller);
  const now = clock.now();
  const moment = momentOf(asOf, now);
  const page = await judgeRequest(calls, operator, wanted, { now, asOf: moment });
  const { list, format, isFull, request } = wanted;
  const result = await withAuditEntry(
    db,
    async (transaction) => {
      const exportId = await insertExport(transaction, {
        operatorId: operator.operatorId,
        list,
        format,
        isFull,
        request: JSON.stringify(request),
        namesPerson: namesPerson(request),
        columns: request.columns,
        expected: page.count,
        isExpectedExact: page.isCountExact,
        asOf: moment,
        now: new Date(now),
      });
      if (exportId === null)
        throw new Refusal("tooMany", { message: exportFileMessages.tooManyWaiting(MAX_WAITING_EXPORTS) });
      return { exportId };
    },
    ({ exportId }) =>
      auditEntryOf(caller, exportId, `${list} ${isFull ? "with mobiles" : "masked"} asked`, now),
  );
  runSoon();
  return result;
}

function askingCalls(desk: ExportDesk): void {
  const { context, calls } = desk;
  const { db } = context;
  calls.on(showExportChoices, async ({ list }, caller) => {
    const operator = requireOperator(caller);
    const { columns } = exportListOf[list];
    requireListRight(caller, { list, is_full: false });
    const chosen = await findExportChoice(db, operator.operatorId, list);
    const known = new Set(columns.map(({ id }) => id));
    const hasMobile = columns.some(({ isMobile }) => isMobile === true);
    return {
      columns: columns.map(({ id, label, isMobile }) => ({ id, label, isMobile })),
      chosen: chosen && { ...chosen, columns: chosen.columns.filter((id) => known.has(id)) },
      mayBeFull: hasMobile && hasRight(operator, "export.full"),
    };
  });
  calls.on(makeExport, ({ list, format, isFull, filterWords, asOf, ...request }, caller) => {
    const words = filterWords.map(({ label, value }) => ({
      label,
      value: value.replaceAll(MOBILE, maskMobile),
    }));
    return askFor(desk, caller, { list, format, isFull, request: { ...request, filterWords: words } }, asOf);
  });
  calls.on(remakeExport, async ({ exportId }, caller) => {
    const found = await findExportOf(db, requireOperator(caller).operatorId, exportId);
    if (found === null) throw new Refusal("notFound");
    const { list, format, is_full } = found;
    return askFor(desk, caller, { list, format, isFull: is_full, request: requestOf(found) }, undefined);
  });
}

function listingCalls({ context, calls }: ExportDesk): void {
  const { db, clock } = context;
  calls.on(listExports, async ({ filter, ...args }, caller) => {
    const now = clock.now();
    const page = listQuery(args, exportSorts, now);
    const query = { ...page, countLimit: countLimit(), now: new Date(now) };
    const { rows, counted } = await readForOperator(db, (reading) =>
      listExportsOf(reading, requireOperator(caller).operatorId, filter, query),
    );
    return page.toPage(rows, counted, presentExport);
  });
  calls.on(cancelExport, async ({ exportId }, caller) => {
    const now = clock.now();
    const { operatorId } = requireOperator(caller);
    return withAuditEntry(
      db,
      async (transaction) => {
        if (await cancelExportRow(transaction, operatorId, exportId, new Date(now))) return {};
        if ((await findExportOf(transaction, operatorId, exportId)) === null) throw new Refusal("notFound");
        throw new Refusal("stateChanged", { message: exportFileMessages.notCancellable });
      },
      () => auditEntryOf(caller, exportId, "cancelled", now),
    );
  });
}

function fetchingCalls({ context, calls }: ExportDesk): void {
  const { db, clock } = context;
  calls.on(fetchExport, async ({ exportId }, caller) => {
    const now = clock.now();
    const { operatorId } = requireOperator(caller);
    return withAuditEntry(
      db,
      async (transaction) => {
        const parts = await recordFetch(transaction, operatorId, exportId, new Date(now));
        const job = await findExportOf(transaction, operatorId, exportId);
        if (job === null) throw new Refusal("notFound");
        if (parts === null) throw new Refusal("stateChanged", { message: exportFileMessages.notReady });
        // The rights of now count, also for a file that was asked for with earlier ones.
        requireListRight(caller, job);
        const { bytes, format } = job;
        return { fileName: fileNameOf(job), mediaType: mediaTypes[format], bytes: bytes ?? 0, parts };
      },
      () => auditEntryOf(caller, exportId, "fetched", now),
    );
  });
  calls.on(readExportPart, async ({ exportId, part }, caller) => {
    const now = clock.now();
    const { operatorId } = requireOperator(caller);
    const moments = { now: new Date(now), since: new Date(now - FETCH_TIME) };
    const content = await readForOperator(db, (reading) =>
      readFilePart(reading, operatorId, { exportId, part }, moments),
    );
    if (content === null) throw new Refusal("notFound");
    return { content };
  });
}

/** @throws Refusal "forbidden" if the operator may no longer read the list, or no longer have whole mobiles */
function requireListRight(
  caller: OperatorCaller,
  { list, is_full }: Pick<ExportJobRow, "list" | "is_full">,
): void {
  const { right } = exportListOf[list].call;
  const exporter = asExporter(requireOperator(caller), exportListOf[list], is_full);
  if (right !== "self" && right !== "anyone" && !hasRight(exporter, right)) throw new Refusal("forbidden");
}

/** Registers the calls about files of lists. */
export function registerExportCalls(desk: ExportDesk): void {
  askingCalls(desk);
  listingCalls(desk);
  fetchingCalls(desk);
}
