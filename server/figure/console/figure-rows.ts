import type { FigureName } from "#contract/console/figure-terms.ts";
import type { FigureFilter, FigureRange, FigureRow } from "#contract/console/figures.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { AppContext } from "../../core/app-context.ts";
import { listOrder, type ListPosition } from "../../database/statements/list-order.ts";
import type { Operator } from "../../http/console/operator.ts";
import { readFigures } from "./read-figures-store.ts";
import { isPersonFigure, rowSources } from "../definition/figures.ts";
import { areaScopesOf, checkRange, visibleFigures } from "./access.ts";
import type { FigurePorts } from "./ports.ts";
import { prepareFigureQuery } from "./query.ts";
import { listFigureRecords, rowColumns, type FigureRowRecord } from "./rows-store.ts";

/** Rows that are read at once for an export. */
const BATCH = 1_000;

/** Kind of the things that the rows of a figure are. */
export const kindOfRows = (figure: FigureName): FigureRow["kind"] =>
  isPersonFigure(figure) ? "visitor" : rowSources[figure].kind;

/** Presents a row as the list and exports show it. */
export const presentFigureRow = (kind: FigureRow["kind"], row: FigureRowRecord): FigureRow => ({
  rowId: row.row_id,
  kind,
  openId: row.open_id,
  time: toShanghaiIso(row.time),
  activityId: row.activity_id,
  activityTitle: row.title,
  dealerId: row.dealer_id,
  dealerName: row.dealer && dealerDisplayName(row.dealer),
  channel: row.channel,
  host: row.host,
  cityCode: row.city_code,
  subject: row.subject,
  isCounted: row.is_counted,
  amount: row.amount === null ? null : Math.round(row.amount * 100) / 100,
});

export type FigureRowsQuery = {
  readonly figure: FigureName;
  readonly range: FigureRange;
  readonly filter: FigureFilter;
  /** Moment as of which rows are read; that of the screen. */
  readonly asOf: Date;
};
/**
 * Reads all rows of a figure for an export, in batches: the rows that `listFigureRows` shows the operator at the same
 * moment, in its order. None if the operator may not see the figure.
 * @throws Refusal "invalid" for a range that is none
 */
export async function* figureRows(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  ports: Pick<FigurePorts, "readLeadDueTimes">,
  operator: Pick<Operator, "grants">,
  { figure, range, filter, asOf }: FigureRowsQuery,
): AsyncGenerator<FigureRow[]> {
  const scopes = areaScopesOf(operator);
  if (visibleFigures(scopes, filter, [figure]).length === 0) return;
  const dueOf = await ports.readLeadDueTimes();
  const input = { range: checkRange(range), filter, scopes, asOf, dueOf };
  const kind = kindOfRows(figure);
  let position: ListPosition | null = null;
  for (;;) {
    const after: ListPosition | null = position;
    const rows = await readFigures(db, async (reading) => {
      const query = await prepareFigureQuery(reading, input, clock.now());
      const page = listOrder(rowColumns.sorts.time, rowColumns.id, true, after);
      return listFigureRecords(reading, figure, query, { ...page, limit: BATCH });
    });
    if (rows.length > 0) yield rows.map((row) => presentFigureRow(kind, row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    position = { key: last.sort_key, id: last.row_id };
  }
}
