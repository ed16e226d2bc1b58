import { sql, type RawBuilder } from "kysely";
import { funnelSteps, type FunnelStep } from "#contract/tracking/names.ts";
import type { Database } from "../../database/connection/database.ts";
import { funnelRows, type FunnelDays } from "../definition/people-store.ts";
import { filterConditions, groupOf, joined, rowInScope } from "../definition/scope-store.ts";
import { readsActivities, type CountBy } from "./area-scopes.ts";
import type { FigureQuery } from "./query.ts";

/** Persons who reached each step, and those who did two of them. */
export type PersonCounts = Readonly<Record<FunnelStep | "solved_tap", number>>;
type PersonRow = PersonCounts & { readonly group: string };

/** Rows that are read: of some steps and days, for some parts; default: all days of the query, whichever the parts. */
type FunnelExtent = {
  readonly steps: readonly FunnelStep[];
  readonly days?: FunnelDays;
  readonly by?: CountBy;
};

/** Rows x of the funnel with the columns that scope, filter and groups need. */
export function scopedFunnel(
  query: FigureQuery,
  { steps, days = query.funnel, by = "dealer" }: FunnelExtent,
): RawBuilder<unknown> {
  const rows = funnelRows(days, steps);
  // An operator who sees everything reads no activities, and thus the index alone.
  if (!readsActivities(by, query))
    return sql`
  (select f.day, f.step, nullif(f.activity_id, '') as activity_id, f.channel, f.host, f.city_code, f.person
    from ${rows} f) x cross join lateral (select x.host, x.city_code) p
  where ${sql<boolean>`${query.scopes.activity.length > 0}`} and ${filterConditions(query.filter)}`;
  return sql`
  (select f.day, f.step, nullif(f.activity_id, '') as activity_id, f.channel, f.host, f.city_code, f.person, e.dealer_id
    from ${rows} f left join activity e on e.activity_id = nullif(f.activity_id, '')) x
  ${joined} cross join lateral (select x.host, x.city_code) p
  where ${rowInScope("person", query.scopes.activity)} and ${filterConditions(query.filter)}`;
}

const bitOf = (step: FunnelStep): number => 1 << funnelSteps.indexOf(step);
/** Counts, with the steps that a person has to have done for each. */
const counts: readonly (readonly [keyof PersonCounts, number])[] = [
  ...funnelSteps.map((step) => [step, bitOf(step)] as const),
  ["solved_tap", bitOf("sign_up_tapped") | bitOf("captcha_solved")],
];
/** The steps that a person has done, as bits. */
const stepsDone = sql`bit_or(case x.step ${sql.join(
  funnelSteps.map((step) => sql`when ${step} then ${sql.lit(bitOf(step))}`),
  sql` `,
)} else 0 end)`;
const numbersWhere = (condition: (bits: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    counts.map(
      ([name, bits]) => sql`(count(*) filter (where ${condition(sql.lit(bits))}))::int as ${sql.ref(name)}`,
    ),
  );

const pastOf = (days: FunnelDays): FunnelDays => ({
  ...days,
  openEvents: [],
  openFacts: { ...days.openFacts, spans: [] },
});
const openOf = (days: FunnelDays): FunnelDays => ({ ...days, madeEvents: [], madeFacts: [] });

type Asked = {
  readonly by: CountBy;
  readonly group: RawBuilder<unknown>;
  readonly steps: readonly FunnelStep[];
};
/** Counts persons of the days that were counted before. */
async function countPast(
  db: Database,
  query: FigureQuery,
  { by, group, steps }: Asked,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select k."group", ${numbersWhere((bits) => sql`k.steps & ${bits} = ${bits}`)}
    from (select ${group} as "group", ${stepsDone} as steps
      from ${scopedFunnel(query, { steps, days: pastOf(query.funnel), by })} group by 1, x.person) k
    group by 1`.execute(db);
  return rows;
}

/** Counts persons whom the open days add to those of the days before: each is looked for among their persons. */
async function countAdded(
  db: Database,
  query: FigureQuery,
  { by, group, steps }: Asked,
): Promise<PersonRow[]> {
  const { funnel } = query;
  const hasPast = funnel.madeEvents.length + funnel.madeFacts.length > 0;
  // A step of a day is either counted before or open.
  const before =
    by === "day" || !hasPast
      ? sql`cross join lateral (select 0 as steps) k`
      : sql`cross join lateral (select coalesce(${stepsDone}, 0) as steps
          from ${scopedFunnel(query, { steps, days: pastOf(funnel), by })} and x.person = o.person and ${group} = o."group") k`;
  const { rows } = await sql<PersonRow>`
    with o as materialized (select ${group} as "group", x.person, ${stepsDone} as steps
      from ${scopedFunnel(query, { steps, days: openOf(funnel), by })} group by 1, x.person)
    select o."group", ${numbersWhere((bits) => sql`(o.steps | k.steps) & ${bits} = ${bits} and k.steps & ${bits} <> ${bits}`)}
    from o ${before} group by 1`.execute(db);
  return rows;
}

/**
 * Counts the persons who reached each step, each once in a group over the whole range (requirement CO80). Steps that are
 * not asked for may be 0.
 */
export async function countPersonSteps(
  db: Database,
  query: FigureQuery,
  by: CountBy,
  wanted: readonly FunnelStep[],
): Promise<ReadonlyMap<string, PersonCounts>> {
  const { madeEvents, madeFacts, openEvents, openFacts } = query.funnel;
  const group = by === null ? sql`''::text` : by === "day" ? sql`x.day::text` : groupOf[by];
  const hasPast = madeEvents.length + madeFacts.length > 0;
  // Counts of the whole board are shared, whichever steps each part of it shows.
  const steps = by === null && hasPast ? funnelSteps : wanted;
  const rows: PersonRow[] = [];
  if (hasPast)
    rows.push(
      ...(await query.past({ count: ["persons", ...steps], days: [madeEvents, madeFacts], by }, query, () =>
        countPast(db, query, { by, group, steps }),
      )),
    );
  if (openEvents.length + openFacts.spans.length > 0)
    rows.push(...(await countAdded(db, query, { by, group, steps })));
  const found = new Map<string, PersonCounts>();
  for (const { group: name, ...row } of rows) {
    const before = found.get(name);
    found.set(name, before === undefined ? row : addPersons(before, row));
  }
  return found;
}
const addPersons = (one: PersonCounts, other: PersonCounts): PersonCounts =>
  Object.fromEntries(counts.map(([name]) => [name, one[name] + other[name]])) as PersonCounts;
