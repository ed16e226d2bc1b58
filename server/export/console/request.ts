import {
  MAX_FULL_EXPORT_ROWS,
  type ExportFilterWord,
  type ExportListName,
} from "#contract/console/export/exports.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { hasRight, type Operator } from "../../http/console/operator.ts";
import type { ExportList } from "./export-list.ts";
import { exportListOf } from "./lists.ts";
import { exportFileMessages } from "./messages.ts";

/** Request of an operator, beside list and format; kept encrypted, since filters may name a person. */
export type ExportRequest = {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly keyword?: string | undefined;
  readonly sort?: { readonly by: string; readonly isDescending: boolean } | undefined;
  readonly columns: readonly string[];
  readonly filterWords: readonly ExportFilterWord[];
};
/** Filters of the lists in which a mobile or another number of a person may be typed. */
const PERSONAL_FILTERS = ["mobile", "find"];
/** Whether a request was typed about a person. */
export const namesPerson = ({ keyword, filter }: ExportRequest): boolean =>
  keyword !== undefined || PERSONAL_FILTERS.some((name) => filter[name] !== undefined);

/** A page of a list's rows. */
export type ExportPage = {
  readonly rows: readonly unknown[];
  readonly next: string | null;
  readonly count: number;
  readonly isCountExact: boolean;
};

/**
 * The operator with those grants alone that also contain the right to export: no other grant's rows get into a file. A
 * list without scope may come from any grant.
 */
export const asExporter = (operator: Operator, { isGlobal }: ExportList, isFull: boolean): Operator => ({
  ...operator,
  grants:
    isGlobal === true && !isFull
      ? operator.grants
      : operator.grants.filter(
          ({ rights }) =>
            rights.get("export.masked") === "list" && (!isFull || rights.get("export.full") === "list"),
        ),
});

/** Reads one page of a list as its call answers the operator. @throws Refusal */
export async function readExportPage(
  calls: Pick<OperatorRouter, "read">,
  list: ExportList,
  operator: Operator,
  { filter, keyword, sort }: ExportRequest,
  { asOf, cursor }: { readonly asOf: Date; readonly cursor: string | null },
): Promise<ExportPage> {
  const from = cursor === null ? {} : { cursor };
  const read = async (call: ExportList["call"], args: unknown): Promise<Record<string, unknown>> =>
    (await calls.read(call, args as object, operator)) as Record<string, unknown>;
  if (keyword !== undefined && list.search !== undefined) {
    const found = await read(list.search, { filter, keyword, ...from });
    const rows = rowsOf(found, list.rows);
    return { rows, next: cursorOf(found), count: rows.length, isCountExact: false };
  }
  const args =
    list.isWhole === true ? filter : { filter, ...(sort && { sort }), ...from, asOf: asOf.toISOString() };
  const answer = await read(list.call, args);
  const rows = rowsOf(answer, list.rows);
  const count = answer["count"];
  const isWhole = list.isWhole === true;
  return {
    rows,
    next: cursorOf(answer),
    count: isWhole || typeof count !== "number" ? rows.length : count,
    isCountExact: isWhole || answer["isCountExact"] === true,
  };
}
const rowsOf = (answer: Record<string, unknown>, name: string): readonly unknown[] => {
  const rows = answer[name];
  return Array.isArray(rows) ? rows : [];
};
const cursorOf = ({ next }: Record<string, unknown>): string | null =>
  typeof next === "string" ? next : null;

/** Columns of a list that were asked for, in the list's order. @throws Refusal "invalid" if one does not exist */
export function columnsOf(list: ExportList, ids: readonly string[]): ExportList["columns"] {
  const wanted = new Set(ids);
  const found = list.columns.filter(({ id }) => wanted.has(id));
  if (found.length !== wanted.size)
    throw new Refusal("invalid", { fields: { columns: exportFileMessages.unknownColumn } });
  return found;
}

/**
 * Judges a request before it is stored: the list's right, its arguments, and what whole mobiles need.
 * @throws Refusal
 */
export async function judgeRequest(
  calls: Pick<OperatorRouter, "read">,
  operator: Operator,
  wanted: { readonly list: ExportListName; readonly isFull: boolean; readonly request: ExportRequest },
  { now, asOf }: { readonly now: number; readonly asOf: Date },
): Promise<ExportPage> {
  const { isFull, request } = wanted;
  const list = exportListOf[wanted.list];
  columnsOf(list, request.columns);
  if (request.keyword !== undefined && list.search === undefined)
    throw new Refusal("invalid", { message: exportFileMessages.noSearch });
  if (isFull) {
    if (!hasRight(operator, "export.full")) throw new Refusal("forbidden");
    if (!list.columns.some(({ isMobile }) => isMobile === true))
      throw new Refusal("invalid", { message: exportFileMessages.notFull });
    if (operator.stepUpUntil <= now) throw new Refusal("stepUpRequired");
  }
  const exporter = asExporter(operator, list, isFull);
  const page = await readExportPage(calls, list, exporter, request, { asOf, cursor: null });
  if (isFull && page.count > MAX_FULL_EXPORT_ROWS)
    throw new Refusal("stateChanged", { message: exportFileMessages.tooManyFull(MAX_FULL_EXPORT_ROWS) });
  return page;
}
