import { sql, type RawBuilder } from "kysely";
import type { InvitationFilter, InvitationState } from "#contract/console/basics/invitations.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { isBlank } from "#contract/core/text.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { personRowInScope } from "../../database/statements/operator-scope.ts";
import { COUNT_LIMIT, type listQuery } from "../../http/console/list-query.ts";

/** A code as operators see it; neither the code nor its hash is read. */
export type ListedCodeRow = {
  invitation_id: string;
  activity_id: string;
  title: string;
  guest: string;
  state: InvitationState;
  dealer: Pick<Organisation, "name" | "status"> | null;
  session_time: Date | null;
  created_time: Date;
  end_time: Date;
  used_time: Date | null;
  revoked_time: Date | null;
  issued_by: string | null;
  issued_door: string | null;
  row_id: string;
  sort_key: string;
};

const codes = sql`sealed_code c join activity a on a.activity_id = c.activity_id
  left join activity_session s on s.activity_id = c.activity_id and s.session_id = c.session_id
  left join organisation d on d.organisation_id = coalesce(s.dealer_id, c.dealer_id)`;
/** An unused code ends when its session begins, at the latest; one of a removed session has ended. */
const endTime = sql`case when c.session_id is not null and s.session_id is null then c.created_time
  else least(c.expires_time, s.start_time) end`;
const stateAt = (now: Date) => sql`case when c.user_id is not null then 'used'
  when c.revoked_time is not null then 'revoked' when ${endTime} <= ${now} then 'expired' else 'unused' end`;
const codeInScope = (scopes: readonly GrantScope[]): RawBuilder<boolean> =>
  personRowInScope(scopes, "a", sql`coalesce(s.dealer_id, c.dealer_id)`);

/** Sortable columns of the list. */
export const codeSorts = {
  sorts: {
    created: { expression: sql`c.created_time`, type: "timestamptz" },
    expires: { expression: endTime, type: "timestamptz" },
  },
  id: sql`c.invitation_id`,
  defaultSort: { by: "created", isDescending: true },
} as const;

/** Codes to which a statement is limited. */
export type CodeQuery = {
  readonly scopes: readonly GrantScope[];
  readonly filter: InvitationFilter;
  readonly operatorId: string;
  readonly now: Date;
};
function condition({ scopes, filter, operatorId, now }: CodeQuery): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [codeInScope(scopes)];
  const { states, activityId, isOwn, keyword } = filter;
  if (states !== undefined) all.push(sql`${stateAt(now)} = any(${states}::text[])`);
  if (activityId !== undefined) all.push(sql`c.activity_id = ${activityId}`);
  if (isOwn === true) all.push(sql`c.issued_by = ${operatorId}`);
  if (keyword !== undefined && !isBlank(keyword))
    all.push(sql`(${containsKeyword(keyword)(sql`a.title`)} or c.activity_id = ${keyword.trim()})`);
  return sql.join(all, sql` and `);
}

type PageQuery = Pick<ReturnType<typeof listQuery>, "key" | "order" | "after" | "limit">;
/** Lists a page of codes, with the count of all that the filter finds. */
export async function listCodeRows(
  db: Database,
  query: CodeQuery,
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: readonly ListedCodeRow[]; counted: number }> {
  const { rows } = await sql<ListedCodeRow>`
    select c.invitation_id, c.activity_id, c.guest, c.code_hash, c.created_time, c.used_time, c.revoked_time, c.issued_by, c.issued_door,
      a.title, ${stateAt(query.now)} as state, s.start_time as session_time, ${endTime} as end_time,
      case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
      c.invitation_id as row_id, ${key} as sort_key
    from ${codes} where ${condition(query)} and ${after} order by ${order} limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${codes} where ${condition(query)} limit ${COUNT_LIMIT}) c`.execute(
    db,
  );
  return { rows, counted: counts[0]?.count ?? 0 };
}

/** Counts the codes of each state. */
export async function countCodes(
  db: Database,
  query: CodeQuery,
): Promise<ReadonlyMap<InvitationState, number>> {
  const { rows } = await sql<{ state: InvitationState; count: number }>`
    select ${stateAt(query.now)} as state, count(*)::int as count from ${codes}
    where ${condition(query)} group by 1`.execute(db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** Ids of the codes among the named ones, or of all that a filter finds; at most `most`. */
export async function selectCodes(
  db: Database,
  query: CodeQuery,
  ids: readonly string[] | null,
  most: number,
): Promise<string[]> {
  const named = ids === null ? sql`true` : sql`c.invitation_id = any(${[...ids]}::text[])`;
  const { rows } = await sql<{ invitation_id: string }>`
    select c.invitation_id from ${codes} where ${condition(query)} and ${named}
    order by c.invitation_id limit ${most}`.execute(db);
  return rows.map(({ invitation_id }) => invitation_id);
}

/** `isGuarded` false drops the condition; for the test that proves that it is needed. */
export type RevokeOptions = { readonly isGuarded: boolean };
/**
 * Revokes codes that nobody has used, and that have not expired, in one statement: of a guest who accepts a code meanwhile and
 * this statement, one finds it changed.
 * @returns how many
 */
export async function revokeUnusedCodes(
  db: Database,
  ids: readonly string[],
  { by, now }: { readonly by: string | null; readonly now: Date },
  { isGuarded }: RevokeOptions = { isGuarded: true },
): Promise<number> {
  const isUnused = isGuarded
    ? sql`user_id is null and revoked_time is null and expires_time > ${now}`
    : sql`true`;
  const { rows } = await sql<{ invitation_id: string }>`
    update sealed_code set revoked_time = ${now}, revoked_by = ${by}
    where invitation_id = any(${[...ids]}::text[]) and ${isUnused} returning invitation_id`.execute(db);
  return rows.length;
}
