import { sql, type RawBuilder } from "kysely";
import type { FigureName } from "#contract/console/figure-terms.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import {
  isPersonFigure,
  isRowFigure,
  madeFigures,
  nothing,
  personFigures,
  rowSources,
  termOf,
  type Counted,
  type PersonFigure,
  type RowFigure,
} from "../definition/figures.ts";
import { placeJoin } from "../definition/people-store.ts";
import { filterConditions, groupOf, joined, needsPlace, rowInScope } from "../definition/scope-store.ts";
import type { RowSource } from "../definition/source-store.ts";
import type { CountBy } from "./area-scopes.ts";
import { countPersonSteps, scopedFunnel } from "./persons-store.ts";
import type { FigureQuery } from "./query.ts";

export type CountedRow = Counted & { readonly figure: FigureName; readonly group: string };

/** Scopes in which a figure is counted. */
export const scopesOfFigure = ({ scopes }: FigureQuery, figure: FigureName): readonly GrantScope[] =>
  scopes[termOf(figure).area];

/** Join of the person's host and city to rows x. */
export const placeOfRows = ({ funnel }: FigureQuery): RawBuilder<unknown> => sql`
  left join app_user h on h.user_id = x.user_id
  ${placeJoin(funnel, {
    step: sql`case when x.activity_id is null then 'mallSeen' else 'seen' end`,
    day: sql`(x.seen_time at time zone 'Asia/Shanghai')::date`,
    activity: sql`coalesce(x.activity_id, '')`,
    person: sql`h.open_id`,
  })}`;
const dayOf = sql`(x.time at time zone 'Asia/Shanghai')::date::text`;
const groupExpression = (by: CountBy): RawBuilder<unknown> =>
  by === null ? sql`''::text` : by === "day" ? dayOf : groupOf[by];

type PartRow = {
  figure: FigureName;
  group: string;
  rows: number;
  counted: number;
  amount: number | null;
  median: number | null;
};
const toCounted = ({ figure, group, rows, counted, amount, median }: PartRow): CountedRow => ({
  figure,
  group,
  rows,
  counted,
  amount: amount ?? 0,
  median,
});

/** Counts figures from their rows. */
async function countFacts(
  db: Database,
  figures: readonly RowFigure[],
  query: FigureQuery,
  by: CountBy,
): Promise<CountedRow[]> {
  const isPlaced = needsPlace(query.filter, by === "day" ? null : by);
  const parts = figures.map((figure) => {
    const { rows, isMade, isByDay, scope } = rowSources[figure];
    // Only days that figure_day cannot tell are counted, unless it cannot tell the host or city either.
    const period = isMade && !isPlaced ? query.open : query.whole;
    if (isByDay && period.spans.length === 0) return null;
    const median =
      termOf(figure).kind === "hours"
        ? sql`percentile_cont(0.5) within group (order by x.amount)`
        : sql`null::float8`;
    return sql`select ${figure}::text as figure, ${groupExpression(by)} as "group", count(*)::int as rows,
        (count(*) filter (where x.is_counted))::int as counted, sum(x.amount)::float8 as amount, ${median} as median
      from (${rows(period)}) x ${joined} ${isPlaced ? placeOfRows(query) : sql``}
      where ${rowInScope(scope, scopesOfFigure(query, figure))} and ${filterConditions(query.filter)}
      group by 2`;
  });
  const statements = parts.filter((part) => part !== null);
  if (statements.length === 0) return [];
  const { rows } = await sql<PartRow>`${sql.join(statements, sql` union all `)}`.execute(db);
  return rows.map(toCounted);
}

/** Adds up what was counted of past days. */
async function sumMade(
  db: Database,
  made: readonly RowFigure[],
  query: FigureQuery,
  by: CountBy,
): Promise<CountedRow[]> {
  const group = by === "day" ? sql`x.day::text` : groupExpression(by);
  const scopeKinds = [...new Set(made.map((figure) => rowSources[figure].scope))];
  const inScope = (kind: RowSource["scope"]): RawBuilder<unknown> => {
    const some = made.filter((figure) => rowSources[figure].scope === kind);
    const [first] = some;
    return first === undefined
      ? sql`false`
      : sql`(x.figure = any(${[...some]}::text[]) and ${rowInScope(kind, scopesOfFigure(query, first))})`;
  };
  const { rows } = await sql<PartRow>`
    select x.figure, ${group} as "group", sum(x.row_count)::int as rows, sum(x.counted)::int as counted,
      sum(x.amount)::float8 as amount, null::float8 as median
    from (select day, figure, nullif(activity_id, '') as activity_id, nullif(dealer_id, '') as dealer_id, channel,
      row_count, counted, amount from figure_day
      where figure = any(${[...made]}::text[]) and day = any(${[...query.madeDays]}::date[])) x ${joined}
    where (${sql.join(scopeKinds.map(inScope), sql` or `)}) and ${filterConditions(query.filter)}
    group by 1, 2`.execute(db);
  return rows.map(toCounted);
}

/** Counts of past days. Those of the whole are the sums of all figures by day, which the cards and the trend share. */
async function countMade(
  db: Database,
  figures: readonly RowFigure[],
  query: FigureQuery,
  by: CountBy,
): Promise<CountedRow[]> {
  const made = figures.filter((figure) => rowSources[figure].isMade);
  if (made.length === 0 || query.madeDays.length === 0) return [];
  const isByDay = by === null || by === "day";
  const [asked, part] = isByDay ? [madeFigures, "day" as const] : [made, by];
  const sums = await query.past({ count: ["sums", ...asked], days: [query.madeDays], by: part }, query, () =>
    sumMade(db, asked, query, part),
  );
  const wanted = sums.filter(({ figure }) => made.some((one) => one === figure));
  return by === null ? wanted.map((row) => ({ ...row, group: "" })) : wanted;
}

/** Order of a person's rows, of which the first names their channel. */
export const firstOf = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(array_agg(${column} order by x.day, x.channel = '', x.channel, x.activity_id, x.host, x.city_code))[1]`;

/** Counts persons by their first channel of the range, so that they add up (requirement CO80). */
async function countByFirstChannel(
  db: Database,
  figure: PersonFigure,
  query: FigureQuery,
): Promise<CountedRow[]> {
  const { step, counted } = personFigures[figure];
  const { rows } = await sql<PartRow>`
    select ${figure}::text as figure, g."group", count(*)::int as rows,
      (count(*) filter (where g.is_counted))::int as counted, null::float8 as amount, null::float8 as median
    from (select ${firstOf(sql`x.channel`)} as "group", bool_or(x.step = ${counted}) as is_counted
      from ${scopedFunnel(query, { steps: step === counted ? [step] : [step, counted] })}
      group by x.person having bool_or(x.step = ${step})) g group by g."group"`.execute(db);
  return rows.map(toCounted);
}

/** Counts persons, each once in a group, over the whole range (requirement CO80). */
async function countPersons(
  db: Database,
  figures: readonly PersonFigure[],
  query: FigureQuery,
  by: CountBy,
): Promise<CountedRow[]> {
  if (figures.length === 0) return [];
  const rows: CountedRow[] = [];
  if (by === "channel") {
    for (const figure of figures) rows.push(...(await countByFirstChannel(db, figure, query)));
    return rows;
  }
  const steps = new Set(
    figures.flatMap((figure) => [personFigures[figure].step, personFigures[figure].counted]),
  );
  for (const [group, persons] of await countPersonSteps(db, query, by, [...steps]))
    for (const figure of figures) {
      const { step, both } = personFigures[figure];
      if (persons[step] > 0)
        rows.push({ ...nothing, figure, group, rows: persons[step], counted: persons[both] });
    }
  return rows;
}

/** Counts figures by parts; a part without rows is left out. Parts of the same figure and group are added up by the caller. */
export async function countFigures(
  db: Database,
  figures: readonly FigureName[],
  query: FigureQuery,
  by: CountBy = null,
): Promise<CountedRow[]> {
  const ofRows = figures.filter(isRowFigure);
  const isPlaced = needsPlace(query.filter, by === "day" ? null : by);
  const counted = isPlaced ? [] : await countMade(db, ofRows, query, by);
  counted.push(...(await countFacts(db, ofRows, query, by)));
  counted.push(...(await countPersons(db, figures.filter(isPersonFigure), query, by)));
  return counted;
}
