import * as z from "zod/mini";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** Lists that can be exported, with their names on the screen. */
export const exportLists = {
  activities: "活动",
  guests: "报名名单",
  waitlist: "候补名单",
  leads: "线索",
  benefits: "权益",
  deliveries: "券同步异常",
  koc: "KOC 申请",
  orders: "商城订单",
  products: "商品",
  refunds: "退款",
  "after-sales": "售后",
  reconciliation: "对账",
  differences: "对账差异",
  figures: "数据明细",
  shares: "分享结果",
  dealers: "门店",
  series: "车系",
  links: "员工链接",
  invitations: "邀请码",
  complaints: "投诉",
  groups: "群组",
  "rights-requests": "个人信息请求",
  audit: "操作日志",
  operators: "操作员",
} as const;
export type ExportListName = keyof typeof exportLists;
const exportListName = z.enum(Object.keys(exportLists) as [ExportListName, ...ExportListName[]]);

/** Formats of files: a workbook, or comma-separated text in one of two encodings. */
export const exportFormats = {
  xlsx: "Excel 工作簿（.xlsx）",
  csv: "CSV（UTF-8）",
  gb18030: "CSV（GB18030）",
} as const;
export type ExportFormat = keyof typeof exportFormats;
const format = z.enum(Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]);

/** Rows that a file may have. */
export const MAX_EXPORT_ROWS = 100_000;
/** Rows of a file with whole mobiles. */
export const MAX_FULL_EXPORT_ROWS = 500;
/** Files of one operator that may be waiting or under way. */
export const MAX_WAITING_EXPORTS = 5;
/** Time for which a file is kept, h. */
export const EXPORT_HOURS = 24;

/** waiting: not begun, or being made; ended: deleted, since its time is over or a person in it was erased. */
const state = z.enum(["waiting", "ready", "failed", "cancelled", "ended"]);
export type ExportState = z.output<typeof state>;
const failure = z.enum(["noRight", "tooMany", "tooManyFull", "refused", "internal"]);
export type ExportFailure = z.output<typeof failure>;

/** A filter in words, as the page shows it. */
const filterWord = z.object({
  label: z.string().check(upTo(40)),
  value: z.string().check(upTo(400)),
});
export type ExportFilterWord = z.output<typeof filterWord>;
const columnId = z.string().check(z.regex(/^[a-zA-Z]{1,30}$/));
const columnIds = z.array(columnId).check(z.minLength(1, "请至少选择一列"), z.maxLength(60));

const exportRow = z.object({
  exportId: id,
  list: exportListName,
  format,
  /** Whether it has whole mobiles. */
  isFull: z.boolean(),
  state,
  failure: z.nullable(failure),
  filterWords: z.array(filterWord),
  columns: z.array(columnId),
  /** Rows that are written. */
  rowCount: z.int(),
  /** Rows that the list counted when the file was asked for. */
  expected: z.int(),
  isExpectedExact: z.boolean(),
  /** Moment as of which the rows are read. */
  asOf: timestamp,
  createdTime: timestamp,
  finishedTime: z.nullable(timestamp),
  /** Until when the file can be fetched; null: it is not ready. */
  expiresTime: z.nullable(timestamp),
  /** When it was last fetched; null: never. */
  fetchedTime: z.nullable(timestamp),
  /** Size of the file; null: it is not ready. */
  bytes: z.nullable(z.int()),
  /** SHA-256 of the rows, also on the first sheet; null: it is not ready. */
  checksum: z.nullable(z.string()),
});
export type ExportRow = z.output<typeof exportRow>;

/** Columns of a list, and what the operator chose last. */
export const showExportChoices = defineOperatorCall({
  name: "showExportChoices",
  path: "exports/choices",
  kind: "read",
  right: "export.masked",
  args: z.object({ list: exportListName }),
  result: z.object({
    columns: z.array(z.object({ id: columnId, label: z.string(), isMobile: z.boolean() })),
    /** null: nothing was chosen yet. */
    chosen: z.nullable(z.object({ columns: z.array(columnId), format })),
    /** Whether whole mobiles may be asked for. */
    mayBeFull: z.boolean(),
  }),
  refusals: [],
});
export type ExportChoices = z.output<typeof showExportChoices.result>;

const madeExport = z.object({ exportId: id });
/**
 * Asks for a file of a list: the rows that the list shows the operator by this filter, masked in the same way. Whole
 * mobiles need the right export.full, a recent proof of the second factor, and at most 500 rows (requirement CO98).
 */
export const makeExport = defineOperatorCall({
  name: "makeExport",
  path: "exports/make",
  kind: "write",
  right: "export.masked",
  args: z.object({
    list: exportListName,
    /** Filter of the list's call. */
    filter: z.record(z.string(), z.unknown()),
    /** A part of a name or the last four digits, for lists of people. */
    keyword: z.optional(z.string().check(upTo(40))),
    /** Moment of the shown rows; default: now. */
    asOf: z.optional(timestamp),
    sort: z.optional(z.object({ by: z.string().check(upTo(40)), isDescending: z.boolean() })),
    columns: columnIds,
    format,
    isFull: z.boolean(),
    filterWords: z.array(filterWord).check(z.maxLength(20)),
  }),
  result: madeExport,
  refusals: ["invalid", "tooMany", "stateChanged"],
});
/** Asks for the same file again, of the rows of now. */
export const remakeExport = defineOperatorCall({
  name: "remakeExport",
  path: "exports/remake",
  kind: "write",
  right: "export.masked",
  args: z.object({ exportId: id }),
  result: madeExport,
  refusals: ["invalid", "notFound", "tooMany", "stateChanged"],
});

/** The caller's own files of the last 30 days. */
export const listExports = defineOperatorCall({
  name: "listExports",
  path: "exports",
  kind: "read",
  right: "export.masked",
  args: operatorListArgs(
    z.object({
      exportId: z.optional(id),
      list: z.optional(exportListName),
      states: z.optional(z.array(state).check(z.maxLength(5))),
    }),
    ["created"],
  ),
  result: listPage(exportRow),
  refusals: [],
});

/** Stops a file that is being made, or deletes one that is ready. */
export const cancelExport = defineOperatorCall({
  name: "cancelExport",
  path: "exports/cancel",
  kind: "write",
  right: "export.masked",
  args: z.object({ exportId: id }),
  result: z.object({}),
  refusals: ["notFound", "stateChanged"],
});

/** Begins to fetch a file; its parts can be read for ten minutes. One audit line each. */
export const fetchExport = defineOperatorCall({
  name: "fetchExport",
  path: "exports/fetch",
  kind: "write",
  right: "export.masked",
  args: z.object({ exportId: id }),
  result: z.object({
    fileName: z.string(),
    mediaType: z.string(),
    bytes: z.int(),
    parts: z.int(),
  }),
  refusals: ["notFound", "stateChanged"],
});
/** Reads a part of a file that is being fetched, from 1. */
export const readExportPart = defineOperatorCall({
  name: "readExportPart",
  path: "exports/part",
  kind: "read",
  right: "export.masked",
  args: z.object({ exportId: id, part: z.int().check(z.minimum(1), z.maximum(10_000)) }),
  /** Base64. */
  result: z.object({ content: z.string() }),
  refusals: ["notFound"],
});
