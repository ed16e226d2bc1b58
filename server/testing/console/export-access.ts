import {
  cancelExport,
  fetchExport,
  listExports,
  makeExport,
  readExportPart,
  remakeExport,
  showExportChoices,
} from "#contract/console/export/exports.ts";
import { callAsOperator, type TestOperator } from "../operator.ts";
import { accessRow, type AccessRow, type AccessSetting } from "./access-row.ts";

const none = { scope: "none" } as const;
const EXPORTS = "server/testing/exports/exports.routes.test.ts";
const UNKNOWN = "1";
const wanted = {
  list: "activities",
  filter: {},
  columns: ["id"],
  format: "csv",
  isFull: false,
  filterWords: [],
} as const;

/** A file that is ready. */
async function readyExport({ app }: AccessSetting, operator: TestOperator): Promise<{ exportId: string }> {
  const { data } = await callAsOperator(app, operator, makeExport, {
    ...wanted,
    columns: ["id"],
    filterWords: [],
  });
  await app.console.exports.run();
  return { exportId: data.exportId };
}

/** Access of the calls about files; each operator reads their own. */
export const exportAccess: readonly AccessRow[] = [
  accessRow({ ...none, call: showExportChoices, args: () => ({ list: "activities" as const }) }),
  accessRow({
    ...none,
    scopeShownIn: EXPORTS,
    call: makeExport,
    args: () => ({ ...wanted, columns: ["nothing"], filterWords: [] }),
    // The file's own line may follow at once.
    auditShownIn: EXPORTS,
  }),
  accessRow({ ...none, scopeShownIn: EXPORTS, call: listExports, args: () => ({ filter: {} }) }),
  accessRow({
    ...none,
    scopeShownIn: EXPORTS,
    call: remakeExport,
    args: () => ({ exportId: UNKNOWN }),
    auditShownIn: EXPORTS,
  }),
  accessRow({
    ...none,
    scopeShownIn: EXPORTS,
    call: cancelExport,
    args: () => ({ exportId: UNKNOWN }),
    succeeds: readyExport,
  }),
  accessRow({
    ...none,
    scopeShownIn: EXPORTS,
    call: fetchExport,
    args: () => ({ exportId: UNKNOWN }),
    succeeds: readyExport,
  }),
  accessRow({
    ...none,
    scopeShownIn: EXPORTS,
    call: readExportPart,
    args: () => ({ exportId: UNKNOWN, part: 1 }),
  }),
];
