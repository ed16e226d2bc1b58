/**
 * Places of encrypted texts. A ciphertext names its binding and is authenticated together with it and with
 * the ids of its row, so that it cannot be decrypted elsewhere (docs/security.md "Bound to its row").
 */
export type EncryptionBinding = {
  /** Name of the column in results. */
  readonly column: string;
  /** Columns of the same result that identify the row; none of them changes while the text stays. */
  readonly ids: readonly string[];
  /** Column that distinguishes results of this binding from those of another one with the same ids. */
  readonly requiredColumn?: string;
};
export const encryptionBindings = {
  user: { column: "mobile", ids: ["idp_id"] },
  account: { column: "mobile", ids: ["account_id"] },
  // Shared by sign-ups and waitlist entries, since rows move between the two.
  signup: { column: "person", ids: ["signup_id"] },
  checkin: { column: "checked_in_by", ids: ["signup_id"] },
  redeemed: { column: "used_by", ids: ["coupon_id"] },
  // Bound to the mobile: a second lead of a mobile reuses the row and id of the first.
  lead: { column: "person", ids: ["activity_id", "mobile_key"], requiredColumn: "lead_id" },
  contact: { column: "contacted_by", ids: ["lead_id"] },
  reveal: { column: "revealed_by", ids: ["reveal_id"] },
  note: { column: "note_text", ids: ["note_id"] },
  noteauthor: { column: "written_by", ids: ["note_id"] },
  guestnote: { column: "guest_note_text", ids: ["note_id"] },
  rightswords: { column: "request_words", ids: ["request_id"] },
  rightscopy: { column: "export_text", ids: ["request_id"] },
  giveup: { column: "cancel_reason", ids: ["signup_id"] },
  job: { column: "job_words", ids: ["job_id"] },
  exportrequest: { column: "export_request", ids: ["export_id"] },
  filepart: { column: "file_part", ids: ["export_id", "part_no"] },
  ownermobile: { column: "mobile", ids: ["application_id"] },
  ownervin: { column: "vin", ids: ["application_id"] },
  version: { column: "saved_by", ids: ["activity_id", "version"] },
  plan: { column: "planned_by", ids: ["activity_id", "revision"] },
  questions: { column: "saved_by", ids: ["activity_id"], requiredColumn: "revision" },
  // Complaints about the same target are decided together.
  report: { column: "decided_by", ids: ["kind", "target_id"] },
  guest: { column: "guest", ids: ["code_hash"] },
  address: { column: "recipient", ids: ["address_id"] },
  orderaddress: { column: "order_recipient", ids: ["order_id"] },
  remark: { column: "remark", ids: ["order_id"] },
  ordernote: { column: "order_note_text", ids: ["note_id"] },
  aftersale: { column: "case_text", ids: ["after_sale_id"] },
  field: { column: "person_fields", ids: ["mobile_key", "field"] },
  secret: { column: "secret_value", ids: ["name"] },
  key: { column: "material", ids: ["kind", "generation"] },
  credential: { column: "credential_value", ids: ["app_id", "kind"] },
  operatorname: { column: "operator_name", ids: ["operator_id"] },
  operatorlogin: { column: "operator_login", ids: ["operator_id"] },
  totp: { column: "totp_secret", ids: ["credential_id"] },
  ceremony: { column: "ceremony_data", ids: ["ceremony_hash"] },
  operatorrequest: { column: "request_result", ids: ["operator_id", "idempotency_key"] },
  // Shared by sessions and revocations, since a token moves from one to the other.
  providertoken: { column: "provider_token", ids: ["provider_token_hash"] },
} as const satisfies Record<string, EncryptionBinding>;
export type EncryptionBindingName = keyof typeof encryptionBindings;

const byName = new Map<string, EncryptionBinding>(Object.entries(encryptionBindings));
/** Result columns that contain encrypted texts, or an object of such texts. */
export const encryptedColumnNames: ReadonlySet<string> = new Set(
  Object.values(encryptionBindings).map(({ column }) => column),
);

const isId = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";
/**
 * Ids of the row that a text of a binding belongs to.
 * @returns null if a text of that binding does not belong in this column of this row
 */
export function bindingIds(
  place: string,
  column: string,
  row: Readonly<Record<string, unknown>>,
): string[] | null {
  const found = byName.get(place);
  if (found?.column !== column) return null;
  if (found.requiredColumn !== undefined && !isId(row[found.requiredColumn])) return null;
  const ids = found.ids.map((name) => row[name]);
  return ids.every(isId) ? ids.map(String) : null;
}

type EncryptedColumn = {
  readonly table: string;
  readonly column: string;
  readonly binding: EncryptionBindingName;
  /** Columns that identify rows, the leading ones of an index. */
  readonly keys: readonly string[];
};
/** Every column with encrypted texts; a test compares this list with the tables. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: "app_user", keys: ["user_id"], column: "mobile", binding: "user" },
  { table: "identity_account", keys: ["account_id"], column: "mobile", binding: "account" },
  { table: "signup", keys: ["signup_id"], column: "person", binding: "signup" },
  { table: "signup", keys: ["signup_id"], column: "checked_in_by", binding: "checkin" },
  { table: "coupon", keys: ["coupon_id"], column: "used_by", binding: "redeemed" },
  { table: "waitlist", keys: ["signup_id"], column: "person", binding: "signup" },
  { table: "lead", keys: ["lead_id"], column: "person", binding: "lead" },
  { table: "lead", keys: ["lead_id"], column: "contacted_by", binding: "contact" },
  { table: "lead_reveal", keys: ["reveal_id"], column: "revealed_by", binding: "reveal" },
  { table: "lead_note", keys: ["note_id"], column: "note_text", binding: "note" },
  { table: "lead_note", keys: ["note_id"], column: "written_by", binding: "noteauthor" },
  { table: "guest_note", keys: ["note_id"], column: "guest_note_text", binding: "guestnote" },
  { table: "guest_note", keys: ["note_id"], column: "written_by", binding: "noteauthor" },
  { table: "rights_request", keys: ["request_id"], column: "request_words", binding: "rightswords" },
  { table: "rights_request", keys: ["request_id"], column: "export_text", binding: "rightscopy" },
  { table: "signup_cancelled", keys: ["signup_id"], column: "cancel_reason", binding: "giveup" },
  { table: "job", keys: ["job_id"], column: "job_words", binding: "job" },
  { table: "export_job", keys: ["export_id"], column: "export_request", binding: "exportrequest" },
  { table: "export_part", keys: ["export_id", "part_no"], column: "file_part", binding: "filepart" },
  { table: "owner_application", keys: ["application_id"], column: "mobile", binding: "ownermobile" },
  { table: "owner_application", keys: ["application_id"], column: "vin", binding: "ownervin" },
  {
    table: "blocks_version",
    keys: ["activity_id", "version"],
    column: "saved_by",
    binding: "version",
  },
  { table: "page_plan", keys: ["activity_id"], column: "planned_by", binding: "plan" },
  { table: "questions_saved", keys: ["activity_id"], column: "saved_by", binding: "questions" },
  { table: "club_report", keys: ["report_id"], column: "decided_by", binding: "report" },
  { table: "sealed_code", keys: ["code_hash"], column: "guest", binding: "guest" },
  { table: "address", keys: ["address_id"], column: "recipient", binding: "address" },
  { table: "mall_order", keys: ["order_id"], column: "order_recipient", binding: "orderaddress" },
  { table: "mall_order", keys: ["order_id"], column: "remark", binding: "remark" },
  { table: "order_note", keys: ["note_id"], column: "order_note_text", binding: "ordernote" },
  { table: "after_sale", keys: ["after_sale_id"], column: "case_text", binding: "aftersale" },
  { table: "person_field", keys: ["mobile_key", "field"], column: "value", binding: "field" },
  { table: "server_secret", keys: ["name"], column: "value", binding: "secret" },
  {
    table: "identity_key",
    keys: ["kind", "generation"],
    column: "material",
    binding: "key",
  },
  { table: "wechat_credential", keys: ["app_id", "kind"], column: "value", binding: "credential" },
  { table: "operator", keys: ["operator_id"], column: "operator_name", binding: "operatorname" },
  { table: "operator", keys: ["operator_id"], column: "operator_login", binding: "operatorlogin" },
  { table: "operator_credential", keys: ["credential_id"], column: "totp_secret", binding: "totp" },
  { table: "operator_ceremony", keys: ["ceremony_hash"], column: "ceremony_data", binding: "ceremony" },
  {
    table: "operator_request",
    keys: ["operator_id", "idempotency_key"],
    column: "request_result",
    binding: "operatorrequest",
  },
  { table: "user_session", keys: ["token_hash"], column: "provider_token", binding: "providertoken" },
  {
    table: "token_revocation",
    keys: ["provider_token_hash"],
    column: "provider_token",
    binding: "providertoken",
  },
];
