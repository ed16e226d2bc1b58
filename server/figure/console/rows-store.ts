import { sql, type RawBuilder } from "kysely";
import type { FigureName } from "#contract/console/figure-terms.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../../database/connection/database.ts";
import { COUNT_LIMIT, type listQuery } from "../../http/console/list-query.ts";
import { isPersonFigure, personFigures, rowSources, type PersonFigure } from "../definition/figures.ts";
import { filterConditions, joined, needsPlace, rowInScope } from "../definition/scope-store.ts";
import { firstOf, placeOfRows, scopesOfFigure } from "./count-store.ts";
import { scopedFunnel } from "./persons-store.ts";
import type { FigureQuery } from "./query.ts";

export type FigureRowRecord = {
  row_id: string;
  sort_key: string;
  open_id: string | null;
  time: Date;
  activity_id: string | null;
  title: string | null;
  dealer_id: string | null;
  dealer: Pick<Organisation, "name" | "status"> | null;
  channel: string;
  host: string;
  city_code: string;
  subject: string | null;
  is_counted: boolean;
  amount: number | null;
};
/** Order of the rows: by time. */
export const rowColumns = {
  sorts: { time: { expression: sql`x.time`, type: "timestamptz" } },
  id: sql`x.row_id`,
  defaultSort: { by: "time", isDescending: true },
} as const;
type Page = Pick<ReturnType<typeof listQuery>, "key" | "order" | "after" | "limit">;

/** Persons of the funnel as rows: the first of what is known of each. */
const personRows = (figure: PersonFigure, query: FigureQuery): RawBuilder<unknown> => {
  const { step, counted } = personFigures[figure];
  const steps = step === counted ? [step] : ([step, counted] as const);
  return sql`(
    select left(encode(sha256(convert_to(x.person, 'UTF8')), 'hex'), 24) as row_id, null::text as open_id,
      (min(x.day)::timestamp at time zone 'Asia/Shanghai') as time, ${firstOf(sql`x.activity_id`)} as activity_id,
      ${firstOf(sql`x.dealer_id`)} as dealer_id, ${firstOf(sql`x.channel`)} as channel, ${firstOf(sql`x.host`)} as host,
      ${firstOf(sql`x.city_code`)} as city_code, null::text as subject, bool_or(x.step = ${counted}) as is_counted,
      null::float8 as amount
    from ${scopedFunnel(query, { steps })} group by x.person having bool_or(x.step = ${step}))`;
};

/** The rows x of a figure, with the activity a and the dealer d, which filter and scope of the figure leave. */
function figureRowsFrom(figure: FigureName, query: FigureQuery): RawBuilder<unknown> {
  if (isPersonFigure(figure)) return sql`${personRows(figure, query)} x ${joined} where true`;
  const { rows, scope } = rowSources[figure];
  const place = needsPlace(query.filter) ? placeOfRows(query) : sql``;
  return sql`(${rows(query.whole)}) x ${joined} ${place}
    where ${rowInScope(scope, scopesOfFigure(query, figure))} and ${filterConditions(query.filter)}`;
}

/** Lists rows of a figure in the order of a page. */
export async function listFigureRecords(
  db: Database,
  figure: FigureName,
  query: FigureQuery,
  { key, order, after, limit }: Page,
): Promise<FigureRowRecord[]> {
  const isPerson = isPersonFigure(figure);
  // Host and city are looked for of the page's rows alone.
  const place = isPerson ? sql`cross join lateral (select x.host, x.city_code) p` : placeOfRows(query);
  const { rows } = await sql<FigureRowRecord>`
    select x.row_id, x.sort_key, x.open_id, x.time, x.activity_id, a.title, x.dealer_id, x.channel, p.host, p.city_code,
      case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
      x.subject, x.is_counted, x.amount
    from (
      select x.*, ${key} as sort_key from ${figureRowsFrom(figure, query)} and ${after} order by ${order} limit ${limit}
    ) x ${joined} ${place} order by ${order}`.execute(db);
  return rows;
}

/** Counts rows of a figure. @param most rows that are counted at most */
export async function countFigureRows(
  db: Database,
  figure: FigureName,
  query: FigureQuery,
  most = COUNT_LIMIT,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${figureRowsFrom(figure, query)} limit ${most}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
