import { sql, type RawBuilder } from "kysely";
import type { FigureRow } from "#contract/console/figures.ts";
import type { Period } from "./period.ts";

/**
 * The rows of a figure, as a statement with the columns row_id, open_id, time, activity_id, dealer_id, channel, user_id,
 * seen_time (the day on which the person's host and city are looked for), subject, is_counted and amount.
 */
export type RowSource = {
  readonly kind: FigureRow["kind"];
  readonly rows: (period: Period) => RawBuilder<unknown>;
  /** How a row is judged by the scopes of the caller. */
  readonly scope: "person" | "coupon" | "dealer" | "club";
  /** Whether past days are kept in figure_day: what adds up. */
  readonly isMade: boolean;
  /** Whether a row belongs to a day; false: it counts what stands now. */
  readonly isByDay: boolean;
};

/** Declares the rows of a figure. */
export const source = (
  kind: RowSource["kind"],
  rows: RowSource["rows"],
  { scope = "person", isMade = true, isByDay = true }: Partial<Omit<RowSource, "kind" | "rows">> = {},
): RowSource => ({ kind, rows, scope, isMade: isMade && isByDay, isByDay });

export const NO_SUBJECT = sql`null::text as subject`;
export const NO_AMOUNT = sql`null::float8 as amount`;

/** Condition that a time is in the period and not after its moment. */
export const within = (time: RawBuilder<unknown>, { spans, asOf }: Period): RawBuilder<unknown> =>
  spans.length === 0
    ? sql`false`
    : sql`(${sql.join(
        spans.map(({ from, to }) => sql`${time} >= ${from} and ${time} < ${to}`),
        sql` or `,
      )}) and ${time} <= ${asOf}`;

/** When the first result of a call of lead l was recorded; null: none stands. */
export const firstCall = sql`l.first_contact_time`;
