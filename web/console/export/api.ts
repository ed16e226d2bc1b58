import {
  cancelExport,
  listExports,
  remakeExport,
  type ExportListName,
  type ExportRow,
  type ExportState,
} from "#contract/console/export/exports.ts";
import type { OperatorResult } from "#contract/console/operator-call.ts";
import type { ListArguments, ListRows } from "../kit/list/use-list.ts";
import { send } from "../shell/index.ts";

/** Filter of the files. */
export type ExportFilter = { list?: ExportListName; states?: ExportState[] };
export const exportKeys = { list: listExports.name } as const;

export const loadExports = (args: ListArguments<ExportFilter, "created">): Promise<ListRows<ExportRow>> =>
  send(listExports, args);
export const makeAgain = (exportId: string): Promise<OperatorResult<typeof remakeExport>> =>
  send(remakeExport, { exportId });
export const endExport = (exportId: string): Promise<OperatorResult<typeof cancelExport>> =>
  send(cancelExport, { exportId });
