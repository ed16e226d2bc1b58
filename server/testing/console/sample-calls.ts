import { sql } from "kysely";
import * as z from "zod/mini";
import { listPage, operatorListArgs } from "#contract/console/list.ts";
import { defineOperatorCall } from "#contract/console/operator-call.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Product } from "../../app.ts";
import { activityInScope, personRowInScope } from "../../database/statements/operator-scope.ts";
import { COUNT_LIMIT, listQuery } from "../../http/console/list-query.ts";
import { requireScopes } from "../../http/console/operator.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

/** Calls that exist in tests only: a record and a list, in the way that features write theirs. */
const showSampleActivity = defineOperatorCall({
  name: "showSampleActivity",
  path: "sample/activity",
  kind: "read",
  right: "activity.read",
  args: z.object({ activityId: z.string() }),
  result: z.object({ title: z.string() }),
  refusals: [],
});
const noFilter = z.object({});
const sampleGuest = z.object({ signUpId: z.string() });
const listSampleGuests = defineOperatorCall({
  name: "listSampleGuests",
  path: "sample/guests",
  kind: "read",
  right: "signup.read",
  args: operatorListArgs(noFilter, ["created"]),
  result: listPage(sampleGuest),
  refusals: [],
});

/** Registers the sample calls; for the option `extend` of a test's server. */
export function addSampleCalls({ console: { calls }, context: { db, clock } }: Product): void {
  calls.on(showSampleActivity, async ({ activityId }, caller) => {
    const scopes = requireScopes(caller, "activity.read");
    const { rows } = await sql<{ title: string }>`
      select a.title from activity a
      where a.activity_id = ${activityId} and ${activityInScope(scopes, "a")}`.execute(db);
    if (!rows[0]) throw new Refusal("notFound");
    return rows[0];
  });
  calls.on(listSampleGuests, async (args, caller) => {
    const scopes = requireScopes(caller, "signup.read");
    const created = { expression: sql`s.created_time`, type: "timestamptz" } as const;
    const id = sql`s.signup_id`;
    const defaultSort = { by: "created", isDescending: true } as const;
    const page = listQuery(args, { sorts: { created }, id, defaultSort }, clock.now());
    const found = sql`from signup s join activity a on a.activity_id = s.activity_id
      where ${personRowInScope(scopes, "a", sql`s.dealer_id`)}`;
    return readForOperator(db, async (transaction) => {
      const { rows } = await sql<{ row_id: string; sort_key: string }>`
        select s.signup_id as row_id, ${page.key} as sort_key ${found} and ${page.after}
        order by ${page.order} limit ${page.limit}`.execute(transaction);
      const { rows: counted } = await sql<{ count: number }>`
        select count(*)::int as count from (select 1 ${found} limit ${COUNT_LIMIT}) c`.execute(transaction);
      return page.toPage(rows, counted[0]?.count ?? 0, ({ row_id }) => ({ signUpId: row_id }));
    });
  });
}

/** Rows of the sample calls. */
export const sampleAccess: readonly AccessRow[] = [
  accessRow({
    call: showSampleActivity,
    scope: "record",
    args: (things, place) => ({ activityId: things[place].activityId }),
    reads: "activity",
  }),
  accessRow({
    call: listSampleGuests,
    scope: "list",
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) => rows.some(({ signUpId }) => signUpId === things[place].signUpId),
    reads: "person",
  }),
];
