import {
  fetchExport,
  listExports,
  makeExport,
  readExportPart,
  showExportChoices,
  type ExportChoices,
  type ExportListName,
  type ExportRow,
} from "#contract/console/export/exports.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { sendOperatorCall } from "../../../platform/console/operator-calls.ts";

export const loadExportChoices = (list: ExportListName): Promise<ExportChoices> =>
  sendOperatorCall(showExportChoices, { list });
export const askForExport = (
  args: OperatorArgs<typeof makeExport>,
): Promise<OperatorResult<typeof makeExport>> => sendOperatorCall(makeExport, args);
/** The state of one file. @returns undefined: there is none */
export const loadExport = async (exportId: string): Promise<ExportRow | null> =>
  (await sendOperatorCall(listExports, { filter: { exportId } }, { isBackground: true })).rows[0] ?? null;
export const beginFetch = (exportId: string): Promise<OperatorResult<typeof fetchExport>> =>
  sendOperatorCall(fetchExport, { exportId });
export const loadPart = async (exportId: string, part: number): Promise<string> =>
  (await sendOperatorCall(readExportPart, { exportId, part })).content;
