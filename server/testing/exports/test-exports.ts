import { sql } from "kysely";
import type { OperatorArgs } from "#contract/console/operator-call.ts";
import {
  fetchExport,
  listExports,
  makeExport,
  readExportPart,
  type ExportRow,
} from "#contract/console/export/exports.ts";
import type { TestApp } from "../app.ts";
import { callAsOperator, type TestOperator } from "../operator.ts";

type Wanted = Partial<OperatorArgs<typeof makeExport>>;

/** Functions of tests that ask for files and fetch them. */
export const testExports = (app: TestApp) => {
  const ask = (operator: TestOperator, wanted: Wanted) =>
    callAsOperator(app, operator, makeExport, {
      list: "guests",
      filter: {},
      columns: ["name", "mobile"],
      format: "csv",
      isFull: false,
      filterWords: [],
      ...wanted,
    });
  const rowOf = async (operator: TestOperator, exportId: string): Promise<ExportRow> => {
    const { rows } = (await callAsOperator(app, operator, listExports, { filter: {} })).data;
    const row = rows.find((one) => one.exportId === exportId);
    if (!row) throw new Error(`no file ${exportId}`);
    return row;
  };
  const download = async (operator: TestOperator, exportId: string): Promise<Buffer> => {
    const { data } = await callAsOperator(app, operator, fetchExport, { exportId });
    const parts: Buffer[] = [];
    for (let part = 1; part <= data.parts; part++) {
      const { content } = (await callAsOperator(app, operator, readExportPart, { exportId, part })).data;
      parts.push(Buffer.from(content, "base64"));
    }
    return Buffer.concat(parts);
  };
  return {
    ask,
    rowOf,
    download,
    /** Asks for a file, has it made, and fetches it. */
    async fileOf(operator: TestOperator, wanted: Wanted): Promise<Buffer> {
      const { code, message, data } = await ask(operator, wanted);
      if (code !== "00") throw new Error(`${code} ${message}`);
      await app.console.exports.run();
      return download(operator, data.exportId);
    },
    /** Lines of the audit log about a file. */
    async auditOf(exportId: string): Promise<string[]> {
      const { rows } = await sql<{ line: string }>`
        select action || ' ' || outcome as line from audit_entry
        where about_kind = 'export' and about_id = ${exportId} order by at_time, audit_id`.execute(
        app.context.db,
      );
      return rows.map(({ line }) => line);
    },
  };
};

/** Lines of a CSV file without its mark and head. */
export const csvRows = (file: Buffer): string[] =>
  file.toString().replace("\uFEFF", "").split("\r\n").slice(1, -1);
