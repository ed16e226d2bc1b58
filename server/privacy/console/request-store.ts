import { sql, type RawBuilder } from "kysely";
import type {
  RightsRequestChannel,
  RightsRequestKind,
  RightsRequestOutcome,
  RightsRequestState,
  RightsRequestTold,
} from "#contract/console/watch/rights-requests.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { personRowInScope } from "../../database/statements/operator-scope.ts";
import { COUNT_LIMIT, type listQuery } from "../../http/console/list-query.ts";

export type RightsRequestRow = {
  sort_key: string;
  row_id: string;
  request_id: string;
  kind: RightsRequestKind;
  channel: RightsRequestChannel;
  received_time: Date;
  due_time: Date;
  taken_by: string;
  taken_time: Date;
  request_words: string | null;
  user_id: string | null;
  identified_by: string | null;
  identified_how: "mobile" | "order" | null;
  identified_time: Date | null;
  has_copy: boolean;
  exported_by: string | null;
  exported_time: Date | null;
  fetched_by: string | null;
  fetched_time: Date | null;
  erasure_asked_by: string | null;
  erasure_asked_time: Date | null;
  erasing_by: string | null;
  erased_time: Date | null;
  closed_by: string | null;
  closed_time: Date | null;
  outcome: RightsRequestOutcome | null;
  told: RightsRequestTold | null;
  revision: number;
  /** Result column of the person's account. */
  idp_id: string | null;
  mobile: string | null;
};
const columns = sql`r.request_id, r.kind, r.channel, r.received_time, r.due_time, r.taken_by, r.taken_time, r.request_words,
  r.user_id, r.identified_by, r.identified_how, r.identified_time, r.export_text is not null as has_copy, r.exported_by,
  r.exported_time, r.fetched_by, r.fetched_time, r.erasure_asked_by, r.erasure_asked_time, r.erasing_by, r.erased_time,
  r.closed_by, r.closed_time, r.outcome, r.told, r.revision, u.idp_id, u.mobile, r.request_id as row_id`;
const from = sql`from rights_request r left join app_user u on u.user_id = r.user_id`;

const isUnlimited = ({ sponsorLevel1, sponsorLevel2, businessType, dealers }: GrantScope): boolean =>
  [sponsorLevel1, sponsorLevel2, businessType, dealers].every((part) => part === "*");
/** Condition that somebody has a sign-up or a lead in scope. @param userId SQL expression */
const personInScope = (scopes: readonly GrantScope[], userId: RawBuilder<unknown>): RawBuilder<unknown> =>
  scopes.some(isUnlimited)
    ? sql`true`
    : sql`(exists (select from signup g join activity a on a.activity_id = g.activity_id
          left join activity_session z on z.activity_id = g.activity_id and z.session_id = g.session_id
          where g.user_id = ${userId} and ${personRowInScope(scopes, "a", sql`coalesce(z.dealer_id, a.dealer_id)`)})
        or exists (select from lead l join activity a on a.activity_id = l.activity_id
          where l.user_id = ${userId} and ${personRowInScope(scopes, "a", sql`l.dealer_id`)}))`;

/** The operator who reads, with the scopes of the right. */
export type RequestReader = { readonly operatorId: string; readonly scopes: readonly GrantScope[] };
/** Condition that a request may be seen: every one, one's own, and those of people in scope. */
const visible = ({ operatorId, scopes }: RequestReader): RawBuilder<unknown> =>
  sql`(r.taken_by = ${operatorId} or (${scopes.some(isUnlimited)} or r.user_id is not null)
    and ${personInScope(scopes, sql`r.user_id`)})`;

const STATE = sql`case when r.closed_time is not null then 'closed'
  when r.erased_time is not null or r.fetched_time is not null then 'handled'
  when r.erasure_asked_time is not null then 'erasureAsked' when r.export_text is not null then 'copyReady'
  when r.user_id is null then 'taken' else 'identified' end`;
export const requestColumns = {
  sorts: {
    due: { expression: sql`r.due_time`, type: "timestamptz" },
    received: { expression: sql`r.received_time`, type: "timestamptz" },
  },
  id: sql`r.request_id`,
  defaultSort: { by: "due", isDescending: false },
} as const;
type PageQuery = Pick<ReturnType<typeof listQuery>, "key" | "order" | "after" | "limit" | "asOf">;
type Filter = {
  readonly states?: readonly RightsRequestState[] | undefined;
  readonly kinds?: readonly RightsRequestKind[] | undefined;
  readonly isOverdue?: boolean | undefined;
};

/** Lists requests that an operator may see. */
export async function listRequestRows(
  db: Database,
  reader: RequestReader,
  { states, kinds, isOverdue = false }: Filter,
  page: PageQuery,
): Promise<{ readonly rows: readonly RightsRequestRow[]; readonly counted: number }> {
  const where = sql`where ${visible(reader)}
    and (${states === undefined} or ${STATE} = any(${[...(states ?? [])]}::text[]))
    and (${kinds === undefined} or r.kind = any(${[...(kinds ?? [])]}::text[]))
    and (not ${isOverdue} or (r.closed_time is null and r.due_time <= ${page.asOf}))`;
  const { rows } = await sql<RightsRequestRow>`select ${columns}, ${page.key} as sort_key ${from} ${where}
    and ${page.after} order by ${page.order} limit ${page.limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${from} ${where} limit ${COUNT_LIMIT}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}

/** A request that an operator may see; null: none. */
export async function findRequest(
  db: Database,
  reader: RequestReader,
  requestId: string,
): Promise<RightsRequestRow | null> {
  const { rows } = await sql<RightsRequestRow>`select ${columns}, '' as sort_key ${from}
    where r.request_id = ${requestId} and ${visible(reader)}`.execute(db);
  return rows[0] ?? null;
}
/** Locks a request until the transaction ends. */
export async function lockRequest(transaction: Database, requestId: string): Promise<void> {
  await sql`select from rights_request where request_id = ${requestId} for update`.execute(transaction);
}

type NewRequest = {
  readonly requestId: string;
  readonly kind: RightsRequestKind;
  readonly channel: RightsRequestChannel;
  readonly received: Date;
  readonly due: Date;
  readonly words: string | null;
  readonly takenBy: string;
  readonly now: Date;
};
export async function insertRequest(db: Database, request: NewRequest): Promise<void> {
  const { requestId, kind, channel, received, due, words, takenBy, now } = request;
  await sql`
    insert into rights_request (request_id, kind, channel, received_time, due_time, request_words, taken_by, taken_time)
    values (${requestId}, ${kind}, ${channel}, ${received}, ${due},
      ${encryptedText(words, "rightswords", requestId)}, ${takenBy}, ${now})`.execute(db);
}

/** Writes fields of a request that is locked, and a new revision. */
async function setFields(db: Database, requestId: string, fields: RawBuilder<unknown>): Promise<void> {
  await sql`update rights_request set ${fields}, revision = revision + 1 where request_id = ${requestId}`.execute(
    db,
  );
}
type Act = { readonly requestId: string; readonly by: string; readonly now: Date };
export const setIdentified = (
  db: Database,
  { requestId, by, now }: Act,
  userId: string,
  how: "mobile" | "order",
): Promise<void> =>
  setFields(
    db,
    requestId,
    sql`user_id = ${userId}, identified_by = ${by}, identified_how = ${how}, identified_time = ${now}`,
  );
export const setCopy = (db: Database, { requestId, by, now }: Act, text: string): Promise<void> =>
  setFields(
    db,
    requestId,
    sql`export_text = ${encryptedText(text, "rightscopy", requestId)}, exported_by = ${by}, exported_time = ${now}`,
  );
/** Takes the copy out of a request that is locked. @returns null: there is none */
export async function takeCopy(db: Database, { requestId, by, now }: Act): Promise<string | null> {
  const { rows } = await sql<{ request_id: string; export_text: string | null }>`
    select request_id, export_text from rights_request where request_id = ${requestId}`.execute(db);
  const text = rows[0]?.export_text ?? null;
  if (text !== null)
    await setFields(db, requestId, sql`export_text = null, fetched_by = ${by}, fetched_time = ${now}`);
  return text;
}
export const setErasureAsked = (db: Database, { requestId, by, now }: Act): Promise<void> =>
  setFields(db, requestId, sql`erasure_asked_by = ${by}, erasure_asked_time = ${now}`);
/** Closes a request: nothing in it names the person any more. */
export const setClosed = (
  db: Database,
  { requestId, by, now }: Act,
  outcome: RightsRequestOutcome,
  told: RightsRequestTold,
): Promise<void> =>
  setFields(
    db,
    requestId,
    sql`closed_by = ${by}, closed_time = ${now}, outcome = ${outcome}, told = ${told}, user_id = null,
      request_words = null, export_text = null`,
  );

/**
 * Gives an erasure to the second operator for a minute: of two at once one gets it.
 * @returns the person's id; null: it has another revision or state, or another operator has it
 */
export async function claimErasure(
  db: Database,
  { requestId, by, now }: Act,
  revision: number,
): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    update rights_request set erasing_by = ${by}, erasing_until = ${new Date(now.getTime() + 60_000)}
    where request_id = ${requestId} and revision = ${revision} and kind = 'erase' and erasure_asked_by is not null
      and erasure_asked_by <> ${by} and user_id is not null and erased_time is null and closed_time is null
      and (erasing_until is null or erasing_until <= ${now})
    returning user_id`.execute(db);
  return rows[0]?.user_id ?? null;
}
/** Gives a claimed erasure back after a refusal. */
export async function releaseErasure(db: Database, requestId: string, by: string): Promise<void> {
  await sql`update rights_request set erasing_by = null, erasing_until = null
    where request_id = ${requestId} and erasing_by = ${by} and erased_time is null`.execute(db);
}

/** Id of the person of an order; null: there is none. */
export async function findUserOfOrder(db: Database, orderNo: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from mall_order where order_no = ${orderNo} and not is_erased`.execute(db);
  return rows[0]?.user_id ?? null;
}
/** Whether a person may be identified by an operator. */
export async function isPersonInScope(
  db: Database,
  scopes: readonly GrantScope[],
  userId: string,
): Promise<boolean> {
  const { rows } = await sql<{ is_in: boolean }>`
    select ${personInScope(scopes, sql`${userId}::text`)} as is_in`.execute(db);
  return rows[0]?.is_in ?? false;
}
/** Deletes copies that nobody fetched. */
export async function deleteCopiesBefore(db: Database, before: Date): Promise<void> {
  await sql`update rights_request set export_text = null, revision = revision + 1
    where export_text is not null and exported_time <= ${before}`.execute(db);
}
/** Moves the requests of one of two merged users to the other. */
export async function mergeRightsRequests(db: Database, fromUser: string, toUser: string): Promise<void> {
  await sql`update rights_request set user_id = ${toUser} where user_id = ${fromUser}`.execute(db);
}
