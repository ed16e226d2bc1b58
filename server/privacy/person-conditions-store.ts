import { sql, type RawBuilder } from "kysely";
import { accountHolder } from "../core/account-holder.ts";
import { sha256 } from "../core/secrets.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";
import { eventsOfIds } from "../tracking/index.ts";
import type { DataSubject } from "./data-subject-store.ts";

/** SQL condition on a table's columns that selects a person's rows. */
export type RowCondition = (person: DataSubject) => RawBuilder<unknown>;

export const anyOfIds = (list: readonly string[]) => sql`any(${[...list]}::text[])`;
export const byUser: RowCondition = ({ userId }) => sql`user_id = ${userId}`;
/** Rows that belong to an order of the person. */
export const ofOrders: RowCondition = ({ userId }) =>
  sql`order_id in (select o.order_id from mall_order o where o.user_id = ${userId})`;
/** Rows that belong to a case of the person. */
export const ofCases: RowCondition = ({ userId }) =>
  sql`after_sale_id in (select a.after_sale_id from after_sale a where a.user_id = ${userId})`;
export const byMobile: RowCondition = ({ mobile }) => sql`mobile_key = ${lookupKeyParameter(mobile)}::text`;
export const byMember: RowCondition = ({ memberIds }) => sql`member_id = ${anyOfIds(memberIds)}`;
export const byOrAboutMember: RowCondition = ({ memberIds }) =>
  sql`(member_id = ${anyOfIds(memberIds)} or (kind = 'member' and target_id = ${anyOfIds(memberIds)}))`;
export const byAccount: RowCondition = ({ accountIds }) => sql`account_id = ${anyOfIds(accountIds)}`;
export const byHolder: RowCondition = ({ mobile, accountIds }) => {
  const holders = [...(mobile === null ? [] : [mobile]), ...accountIds.map(accountHolder)];
  return sql`holder_key in (${sql.join([sql`''`, ...holders.map((holder) => lookupKeyParameter(holder))])})`;
};
export const ofCaptcha: RowCondition = ({ userId, mobile }) =>
  sql`(user_id = ${userId} or mobile_hash = ${mobile === null ? null : sha256(mobile)}::text)`;
export const byEvent: RowCondition = ({ openId, anonymousIds }) => eventsOfIds([openId, ...anonymousIds]);

/** Columns of a request that name operators, or hold the copy itself. */
export const handlersOfRequests: readonly string[] = [
  "taken_by",
  "identified_by",
  "export_text",
  "exported_by",
  "fetched_by",
  "erasure_asked_by",
  "erasing_by",
  "erasing_until",
  "closed_by",
];
