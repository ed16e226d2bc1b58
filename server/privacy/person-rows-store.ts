import { sql, type RawBuilder } from "kysely";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";
import { sha256 } from "../core/secrets.ts";
import { accountHolder } from "../core/account-holder.ts";
import { eventsOfIds } from "../tracking/index.ts";
import type { DataSubject } from "./data-subject-store.ts";
import type { privacyMessages } from "./messages.ts";

/** SQL condition on a table's columns that selects a person's rows. */
type RowCondition = (person: DataSubject) => RawBuilder<unknown>;
/** A table with personal data, and its treatment in export and erasure. */
export type PersonalDataTable = {
  readonly table: keyof typeof privacyMessages.titles;
  /** All of the person's rows, for the erasure. */
  readonly condition: RowCondition;
  /** Rows in the export, if not all: actions of other people are theirs. null: none, with the reason beside. */
  readonly exportCondition?: RowCondition | null;
  /** Columns that the export leaves out: the server's secrets, lookup keys, other people's names. */
  readonly hidden?: readonly string[];
  /** Columns to read for the export, if not all. */
  readonly columns?: RawBuilder<unknown>;
  /** Whether rows are read and deleted day by day, newest first (server/tracking/storage/event-days-store.ts). */
  readonly isReadByDay?: boolean;
  /**
   * deleted: rows are deleted. unlinked: rows stay for the counts, without references to the person.
   * kept: rows stay unchanged, with the reason beside.
   */
  readonly erased: "deleted" | "unlinked" | "kept";
};

export const anyOf = (list: readonly string[]) => sql`any(${[...list]}::text[])`;
export const byUser: RowCondition = ({ userId }) => sql`user_id = ${userId}`;
/** Rows that belong to an order of the person. */
export const ofOrders: RowCondition = ({ userId }) =>
  sql`order_id in (select o.order_id from mall_order o where o.user_id = ${userId})`;
/** Rows that belong to a case of the person. */
export const ofCases: RowCondition = ({ userId }) =>
  sql`after_sale_id in (select a.after_sale_id from after_sale a where a.user_id = ${userId})`;
export const byMobile: RowCondition = ({ mobile }) => sql`mobile_key = ${lookupKeyParameter(mobile)}::text`;
export const byMember: RowCondition = ({ memberIds }) => sql`member_id = ${anyOf(memberIds)}`;
export const byOrAboutMember: RowCondition = ({ memberIds }) =>
  sql`(member_id = ${anyOf(memberIds)} or (kind = 'member' and target_id = ${anyOf(memberIds)}))`;
export const byAccount: RowCondition = ({ accountIds }) => sql`account_id = ${anyOf(accountIds)}`;
export const byHolder: RowCondition = ({ mobile, accountIds }) => {
  const holders = [...(mobile === null ? [] : [mobile]), ...accountIds.map(accountHolder)];
  return sql`holder_key in (${sql.join([sql`''`, ...holders.map((holder) => lookupKeyParameter(holder))])})`;
};
export const ofCaptcha: RowCondition = ({ userId, mobile }) =>
  sql`(user_id = ${userId} or mobile_hash = ${mobile === null ? null : sha256(mobile)}::text)`;
export const byEvent: RowCondition = ({ openId, anonymousIds }) => eventsOfIds([openId, ...anonymousIds]);
