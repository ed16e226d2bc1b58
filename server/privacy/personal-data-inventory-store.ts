import { sql, type RawBuilder } from "kysely";
import { trackingProjects } from "#contract/tracking/names.ts";
import {
  handlersOfRequests,
  anyOfIds,
  byUser,
  ofOrders,
  ofCases,
  byMobile,
  byMember,
  byOrAboutMember,
  byAccount,
  byHolder,
  ofCaptcha,
  byEvent,
  type RowCondition,
} from "./person-conditions-store.ts";
import type { privacyMessages } from "./messages.ts";

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

const projects = sql`any(${[...trackingProjects]}::text[])`;
const deleted = "deleted";
/** Counters behind notices and calendar files. */
const scheduleColumns = ["calendar_base", "calendar_moves", "calendar_time", "schedule_seen"] as const;
const keys = ["mobile_key", "idempotency_key", "body_hash"] as const;

/** All tables with personal data, referencing tables before referenced ones, which is the order of erasure. */
export const personalDataInventory: readonly PersonalDataTable[] = [
  // Behaviour.
  {
    table: "tracked_event",
    condition: byEvent,
    erased: deleted,
    hidden: ["event_key", "day"],
    // Scanned day by day, since no index finds a person's events.
    isReadByDay: true,
  },
  {
    table: "tracking_outbox",
    // Removes only the person's events from a batch; the export shows them as tracked_event.
    condition: ({ openId, anonymousIds }) =>
      sql`exists (select 1 from unnest(${[openId, ...anonymousIds]}::text[]) as gone where strpos(events, gone) > 0)`,
    exportCondition: null,
    erased: deleted,
  },
  {
    table: "tracked_identity",
    condition: ({ openId, anonymousIds }) =>
      sql`(login_id = ${openId} or (project = ${projects} and anonymous_id = ${anyOfIds(anonymousIds)}))`,
    erased: deleted,
  },
  // Persons by day and step, for the figures of the console.
  {
    table: "funnel_day",
    condition: ({ openId, anonymousIds }) => sql`person = ${anyOfIds([openId, ...anonymousIds])}`,
    columns: sql`day::text as day, step, activity_id, channel, host, city_code`,
    erased: deleted,
  },
  // Files of operators: ended with the first erasure of a person in them. They are copies of what the other tables show.
  { table: "export_person", condition: byUser, exportCondition: null, erased: deleted },
  // Activities.
  // Before the entries, since votes refer to them.
  { table: "contest_vote", condition: byUser, erased: deleted },
  {
    table: "contest_report",
    condition: ({ userId }) => sql`(user_id = ${userId} or entry_id in
      (select entry_id from contest_entry e where e.user_id = ${userId}))`,
    // Complaints about the person's entries are those of other people.
    exportCondition: byUser,
    erased: deleted,
  },
  { table: "contest_entry", condition: byUser, erased: deleted },
  { table: "signup_picture", condition: byUser, erased: deleted },
  {
    table: "signup",
    condition: byUser,
    erased: "unlinked",
    hidden: [...keys, ...scheduleColumns, "checked_in_by", "added_by"],
  },
  { table: "signup_cancelled", condition: byUser, hidden: ["cancelled_by"], erased: "unlinked" },
  { table: "signup_event", condition: byUser, hidden: ["operator_id"], erased: deleted },
  {
    table: "rights_request",
    condition: byUser,
    // Operators are others; the copy is the export itself.
    hidden: handlersOfRequests,
    erased: "unlinked",
  },
  // The author is one of the operators.
  {
    table: "guest_note",
    condition: byUser,
    hidden: ["operator_id", "idempotency_key", "written_by"],
    erased: deleted,
  },
  { table: "waitlist", condition: byUser, erased: deleted, hidden: [...keys, "schedule_seen"] },
  {
    table: "lead_note",
    condition: ({ userId }) => sql`lead_id in (select lead_id from lead where user_id = ${userId})`,
    // The author is one of the dealer's staff.
    hidden: ["link_id", "operator_id", "idempotency_key", "written_by"],
    erased: deleted,
  },
  { table: "lead", condition: byUser, erased: deleted, hidden: [...keys, "number_key", "contacted_by"] },
  // The mall. Orders and cases are kept for the books, without the person; what hinders an erasure is in
  // server/order/erasure. Lines, payments and refunds are kept: amounts and numbers, which lead to the order only.
  { table: "mall_news", condition: byUser, erased: deleted },
  { table: "stock_notice", condition: byUser, erased: deleted },
  { table: "cart_line", condition: byUser, erased: deleted },
  { table: "address", condition: byUser, erased: deleted },
  { table: "bought_count", condition: byUser, erased: deleted },
  {
    table: "shipment_node",
    condition: ({ userId }) => sql`shipment_id in (
      select s.shipment_id from shipment s join mall_order o on o.order_id = s.order_id where o.user_id = ${userId})`,
    erased: deleted,
  },
  { table: "shipment", condition: ofOrders, erased: "unlinked" },
  // The author is one of the operators.
  { table: "order_note", condition: ofOrders, hidden: ["by"], erased: deleted },
  { table: "after_sale_unit", condition: ofCases, erased: "kept" },
  { table: "after_sale_event", condition: ofCases, erased: "kept" },
  { table: "refund", condition: ofOrders, hidden: ["asked_by", "approved_by"], erased: "kept" },
  { table: "payment", condition: ofOrders, hidden: ["query_due_time", "query_tries"], erased: "kept" },
  { table: "order_line", condition: ofOrders, erased: "kept" },
  { table: "order_event", condition: ofOrders, erased: "kept" },
  { table: "after_sale", condition: byUser, erased: "unlinked", hidden: ["idempotency_key", "body_hash"] },
  {
    table: "mall_order",
    condition: byUser,
    erased: "unlinked",
    hidden: ["idempotency_key", "body_hash", "close_due_time", "close_tries", "is_erased"],
  },
  {
    table: "coupon_delivery",
    condition: ({ userId }) => sql`coupon_id in (select coupon_id from coupon where user_id = ${userId})`,
    hidden: ["failed_time", "failed_cause", "failed_status"],
    erased: deleted,
  },
  { table: "coupon", condition: byUser, erased: "unlinked", hidden: [...keys, "used_by", "expired_time"] },
  { table: "koc", condition: byUser, erased: deleted },
  {
    table: "share_help",
    condition: ({ userId }) => sql`(sharer_id = ${userId} or friend_id = ${userId})`,
    // The other person appears only by an internal id.
    erased: "unlinked",
  },
  { table: "share_link", condition: byUser, erased: deleted },
  {
    table: "sealed_code",
    condition: byUser,
    erased: deleted,
    hidden: ["code_hash", "invitation_id", "issued_by", "revoked_by"],
  },
  // The car and its owner.
  {
    table: "owner_application",
    condition: byUser,
    erased: deleted,
    hidden: ["mobile_key", "vin_key", "reviewed_by"],
  },
  { table: "verified_owner", condition: byMobile, erased: deleted, hidden: ["mobile_key"] },
  { table: "vip_member", condition: byMobile, erased: deleted, hidden: ["mobile_key"] },
  {
    table: "person_field",
    condition: byMobile,
    // Alias that is decrypted when rows are read (database/encryption/encrypted-columns.ts).
    columns: sql`field, value as person_fields, mobile_key`,
    hidden: ["mobile_key"],
    erased: deleted,
  },
  { table: "maintenance", condition: byMobile, erased: deleted, hidden: ["mobile_key"] },
  // The club. Members are unlinked because articles and comments refer to them.
  { table: "club_article_like", condition: byMember, erased: deleted },
  { table: "club_comment_like", condition: byMember, erased: deleted },
  { table: "club_group_follow", condition: byMember, erased: deleted },
  {
    table: "club_member_follow",
    condition: ({ memberIds }) =>
      sql`(member_id = ${anyOfIds(memberIds)} or followed_id = ${anyOfIds(memberIds)})`,
    exportCondition: byMember,
    erased: deleted,
  },
  {
    table: "club_member_block",
    condition: ({ memberIds }) =>
      sql`(member_id = ${anyOfIds(memberIds)} or blocked_id = ${anyOfIds(memberIds)})`,
    exportCondition: byMember,
    erased: deleted,
  },
  { table: "club_membership", condition: byMember, erased: deleted },
  {
    table: "club_notification",
    condition: ({ memberIds }) =>
      sql`(member_id = ${anyOfIds(memberIds)} or actor_id = ${anyOfIds(memberIds)})`,
    exportCondition: byMember,
    erased: deleted,
  },
  {
    table: "club_report",
    // Reports about the person's texts lose their detail and keep the decision; see `reports` in erase-club-store.ts.
    condition: byOrAboutMember,
    exportCondition: byMember,
    hidden: ["decided_by"],
    erased: "unlinked",
  },
  {
    table: "club_decision",
    condition: byOrAboutMember,
    exportCondition: byMember,
    hidden: ["operator_id", "before_state", "after_state", "changes", "ended_by"],
    erased: "unlinked",
  },
  { table: "club_pace", condition: byMember, erased: deleted },
  {
    table: "club_comment",
    condition: byMember,
    erased: "unlinked",
    hidden: ["idempotency_key", "body_hash"],
  },
  {
    table: "club_article",
    condition: byMember,
    erased: "unlinked",
    hidden: ["idempotency_key", "body_hash", "edit_key", "edit_hash"],
  },
  { table: "club_member_key", condition: byMember, erased: deleted },
  { table: "club_member", condition: byMember, erased: "unlinked", hidden: ["keyed_name", "barred_by"] },
  { table: "picture_upload", condition: byUser, erased: deleted, hidden: ["storage_key", "is_sealed"] },
  // Logging in.
  {
    table: "captcha_challenge",
    condition: ofCaptcha,
    erased: deleted,
    hidden: ["answer", "seed", "mobile_hash"],
  },
  {
    table: "captcha_pass",
    condition: ofCaptcha,
    erased: deleted,
    hidden: ["pass_hash", "mobile_hash", "spent_by"],
  },
  { table: "wechat_identity", condition: byUser, erased: deleted },
  {
    table: "user_session",
    condition: byUser,
    erased: deleted,
    hidden: ["token_hash", "provider_token_hash", "provider_token"],
  },
  {
    table: "oidc_payload",
    condition: byAccount,
    erased: deleted,
    hidden: ["id", "payload", "grant_id", "uid"],
  },
  { table: "sms_code", condition: byMobile, erased: deleted, hidden: ["mobile_key", "salt", "code_hash"] },
  {
    table: "sms_request",
    condition: byMobile,
    erased: deleted,
    hidden: ["mobile_key", "requester_keys", "network_key", "salt", "code_hash"],
  },
  { table: "verified_device", condition: byHolder, erased: deleted, hidden: ["holder_key", "device_key"] },
  { table: "sms_outbox", condition: byMobile, erased: deleted, hidden: ["mobile_key", "code"] },
  {
    table: "identity_account",
    condition: byAccount,
    erased: deleted,
    hidden: ["mobile_key", "password_hash"],
  },
  { table: "app_user", condition: byUser, erased: deleted, hidden: ["mobile_key"] },
  {
    // Kept as proof of the erasure; the ids no longer lead to a person.
    table: "audit_entry",
    condition: ({ userId, accountIds }) => {
      const all = anyOfIds([userId, ...accountIds]);
      return sql`(actor_id = ${all} or about_id = ${all})`;
    },
    erased: "kept",
  },
];
