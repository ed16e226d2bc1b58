import { sql, type RawBuilder } from "kysely";
import { trackingProjects } from "#contract/tracking/names.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";
import { sha256 } from "../core/secrets.ts";
import { eventsOfIds } from "../tracking/index.ts";
import type { DataSubject } from "./data-subject-store.ts";
import type { privacyMessages } from "./messages.ts";

/** Which rows of a table are a person's: a condition on its columns. */
type Of = (person: DataSubject) => RawBuilder<unknown>;
/** A table that holds something about people, and what becomes of it. */
export type PersonalDataTable = {
  readonly table: keyof typeof privacyMessages.titles;
  /** All of the person's rows: what erasing is about. */
  readonly of: Of;
  /** Those that the export shows, where not all: what others did is theirs. null: nothing, with the reason beside. */
  readonly shown?: Of | null;
  /** Columns that the export leaves out: secrets of the server's own, lookup keys, other people's names. */
  readonly hidden?: readonly string[];
  /** What is read for the export, where that is not every column. */
  readonly columns?: RawBuilder<unknown>;
  /** Read and deleted day by day (server/tracking/storage/event-days-store.ts), the newest first. */
  readonly inStretches?: boolean;
  /**
   * deleted: the rows go. unlinked: they stay for the counts, without anything that leads to the person.
   * kept: as they are, with the reason beside.
   */
  readonly erased: "deleted" | "unlinked" | "kept";
};

const ids = (list: readonly string[]) => sql`any(${[...list]}::text[])`;
const byUser: Of = ({ userId }) => sql`user_id = ${userId}`;
const byMobile: Of = ({ mobile }) => sql`mobile_key = ${lookupKeyParameter(mobile)}::text`;
const byMember: Of = ({ memberIds }) => sql`member_id = ${ids(memberIds)}`;
const byAccount: Of = ({ accountIds }) => sql`account_id = ${ids(accountIds)}`;
const ofCaptcha: Of = ({ userId, mobile }) =>
  sql`(user_id = ${userId} or mobile_hash = ${mobile === null ? null : sha256(mobile)}::text)`;
const byEvent: Of = ({ openId, anonymousIds }) => eventsOfIds([openId, ...anonymousIds]);
const projects = sql`any(${[...trackingProjects]}::text[])`;
const deleted = "deleted";
const keys = ["mobile_key", "idempotency_key", "body_hash"] as const;

/** In the order in which rows can go: what names others first. */
export const personalDataInventory: readonly PersonalDataTable[] = [
  // Behaviour.
  {
    table: "tracked_event",
    of: byEvent,
    erased: deleted,
    hidden: ["event_key", "day"],
    // Looked through day by day, since nothing finds a person's events at once.
    inStretches: true,
  },
  {
    table: "tracking_outbox",
    // What of it is the person's is taken out of the parcel; the export has it in tracked_event.
    of: ({ openId, anonymousIds }) =>
      sql`exists (select 1 from unnest(${[openId, ...anonymousIds]}::text[]) as gone where strpos(events, gone) > 0)`,
    shown: null,
    erased: deleted,
  },
  {
    table: "tracked_identity",
    of: ({ openId, anonymousIds }) =>
      sql`(login_id = ${openId} or (project = ${projects} and anonymous_id = ${ids(anonymousIds)}))`,
    erased: deleted,
  },
  // Activities.
  { table: "signup", of: byUser, erased: "unlinked", hidden: [...keys, "checked_in_by"] },
  { table: "signup_cancelled", of: byUser, erased: "unlinked" },
  { table: "waitlist", of: byUser, erased: deleted, hidden: keys },
  { table: "lead", of: byUser, erased: deleted, hidden: [...keys, "contacted_by"] },
  {
    table: "coupon_delivery",
    of: ({ userId }) => sql`coupon_id in (select coupon_id from coupon where user_id = ${userId})`,
    erased: deleted,
  },
  { table: "coupon", of: byUser, erased: "unlinked", hidden: [...keys, "used_by"] },
  { table: "koc", of: byUser, erased: deleted },
  {
    table: "share_help",
    of: ({ userId }) => sql`(sharer_id = ${userId} or friend_id = ${userId})`,
    // Others stand in it by an id that leads nowhere outside.
    erased: "unlinked",
  },
  { table: "share_link", of: byUser, erased: deleted },
  { table: "sealed_code", of: byUser, erased: deleted, hidden: ["code_hash"] },
  // The car and its owner.
  { table: "owner_application", of: byUser, erased: deleted, hidden: ["mobile_key", "vin_key"] },
  { table: "verified_owner", of: byMobile, erased: deleted, hidden: ["mobile_key"] },
  {
    table: "person_field",
    of: byMobile,
    // Named as what is opened on its way (database/encryption/encrypted-columns.ts).
    columns: sql`field, value as person_fields, mobile_key`,
    hidden: ["mobile_key"],
    erased: deleted,
  },
  { table: "maintenance", of: byMobile, erased: deleted, hidden: ["mobile_key"] },
  // The club.
  { table: "club_article_like", of: byMember, erased: deleted },
  { table: "club_comment_like", of: byMember, erased: deleted },
  { table: "club_group_follow", of: byMember, erased: deleted },
  {
    table: "club_member_follow",
    of: ({ memberIds }) => sql`(member_id = ${ids(memberIds)} or followed_id = ${ids(memberIds)})`,
    shown: byMember,
    erased: deleted,
  },
  {
    table: "club_member_block",
    of: ({ memberIds }) => sql`(member_id = ${ids(memberIds)} or blocked_id = ${ids(memberIds)})`,
    shown: byMember,
    erased: deleted,
  },
  { table: "club_membership", of: byMember, erased: deleted },
  {
    table: "club_notification",
    of: ({ memberIds }) => sql`(member_id = ${ids(memberIds)} or actor_id = ${ids(memberIds)})`,
    shown: byMember,
    erased: deleted,
  },
  {
    table: "club_report",
    // Of complaints about what they wrote, the words go and the decision stays; of theirs that were decided it alone.
    of: ({ memberIds }) =>
      sql`(member_id = ${ids(memberIds)} or (kind = 'member' and target_id = ${ids(memberIds)}))`,
    shown: byMember,
    hidden: ["decided_by"],
    erased: "unlinked",
  },
  { table: "club_pace", of: byMember, erased: deleted },
  { table: "club_comment", of: byMember, erased: "unlinked", hidden: ["idempotency_key", "body_hash"] },
  {
    table: "club_article",
    of: byMember,
    erased: "unlinked",
    hidden: ["idempotency_key", "body_hash", "edit_key", "edit_hash"],
  },
  { table: "club_member_key", of: byMember, erased: deleted },
  // Others' articles and comments stand on it.
  { table: "club_member", of: byMember, erased: "unlinked", hidden: ["keyed_name"] },
  { table: "picture_upload", of: byUser, erased: deleted, hidden: ["storage_key", "is_sealed"] },
  // Logging in.
  { table: "captcha_challenge", of: ofCaptcha, erased: deleted, hidden: ["answer", "seed", "mobile_hash"] },
  { table: "captcha_pass", of: ofCaptcha, erased: deleted, hidden: ["pass_hash", "mobile_hash", "spent_by"] },
  { table: "wechat_identity", of: byUser, erased: deleted },
  { table: "user_session", of: byUser, erased: deleted, hidden: ["token_hash"] },
  {
    table: "oidc_payload",
    of: byAccount,
    erased: deleted,
    hidden: ["id", "payload", "grant_id", "uid"],
  },
  { table: "sms_code", of: byMobile, erased: deleted, hidden: ["mobile_key", "salt", "code_hash"] },
  { table: "sms_outbox", of: byMobile, erased: deleted, hidden: ["mobile_key", "code"] },
  { table: "identity_account", of: byAccount, erased: deleted, hidden: ["mobile_key", "password_hash"] },
  { table: "app_user", of: byUser, erased: deleted, hidden: ["mobile_key"] },
  {
    // Ids alone, which lead to nobody any more: that an erasure was done must be shown afterwards.
    table: "audit_entry",
    of: ({ userId, accountIds }) => {
      const all = ids([userId, ...accountIds]);
      return sql`(actor_id = ${all} or about_id = ${all})`;
    },
    erased: "kept",
  },
];

/** Tables that hold nothing about anybody, and why. */
export const nonPersonalTables: Readonly<Record<string, string>> = {
  activity: "the maker's",
  activity_dealer: "the maker's",
  activity_session: "the maker's; counts of seats",
  banner: "the maker's",
  benefit: "the maker's; counts of coupons",
  blocks_version: "pages; the name that an operator gave with each version",
  captcha_count: "counters by address, device or user id, hours at most",
  check_in_link: "staff links; nobody's name",
  club_group: "the club's; counts of members",
  complaint_link: "staff links; nobody's name",
  compose_link: "staff links; nobody's name",
  content_change: "which page changed",
  data_key: "marks of keys",
  erased_identity: "hashes of ids that nobody has any more, so that late events are refused",
  event_removal: "ids of events that are being deleted, for as long as that takes",
  flow_definition: "the maker's",
  flow_process: "the maker's",
  identity_count: "keyed hashes of what is counted, a day at most",
  identity_key: "keys of the provider",
  koc_program: "the maker's; counts of places",
  kysely_migration: "the schema's",
  kysely_migration_lock: "the schema's",
  lead_link: "staff links; nobody's name",
  lead_reveal: "who of a dealer's staff was shown a number; goes with the lead",
  organisation: "the maker's dealers",
  pace_count: "counters of a minute",
  page_plan: "pages that will change; the name that an operator gave with each",
  questions_saved: "pages; the name that an operator gave with the last change of a form",
  picture_removal: "keys of files that are being deleted: chance, and nobody's id",
  series: "the maker's",
  server_secret: "the server's",
  spent_nonce: "hashes of chance values, minutes",
  wechat_credential: "the maker's own at WeChat",
};
