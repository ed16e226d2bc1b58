import { EXPORT_HOURS, exportLists } from "#contract/console/export/exports.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AboutLines } from "../file/file-builder.ts";
import { timeCell, type ExportList } from "./export-list.ts";
import type { ExportJobRow } from "./export-store.ts";
import { exportFileMessages } from "./messages.ts";
import type { ExportRequest } from "./request.ts";

const texts = exportFileMessages.about;

/** Lines of the first sheet: who asked, when, by which filter, and what the rows mean. */
export function aboutLines(
  job: Pick<ExportJobRow, "list" | "created_time" | "as_of" | "is_full">,
  list: ExportList,
  { filterWords, columns }: ExportRequest,
  { by, rowCount }: { readonly by: string; readonly rowCount: number },
): AboutLines {
  const hasMobile = list.columns.some(({ id, isMobile }) => isMobile === true && columns.includes(id));
  const masking = hasMobile ? (job.is_full ? texts.full : texts.masked) : texts.none;
  const filter = filterWords.map(({ label, value }) => `${label}：${value}`).join("\n");
  return [
    [texts.list, exportLists[job.list]],
    [texts.by, by],
    [texts.made, timeCell(toShanghaiIso(job.created_time)) ?? ""],
    [texts.asOf, timeCell(toShanghaiIso(job.as_of)) ?? ""],
    [texts.filter, filter === "" ? texts.noFilter : filter],
    [texts.definition, list.definition],
    [texts.masking, masking],
    [texts.keep, texts.kept(EXPORT_HOURS)],
    [texts.rows, String(rowCount)],
  ];
}
