/**
 * Where sealed texts stand. A sealed text names its place and was sealed together with it and with what says
 * which row it is of, so that it opens nowhere else (docs/security.md "Bound to its row").
 */
export type EncryptionBinding = {
  /** The column by its name in results. */
  readonly column: string;
  /** Columns of the same result that say which row it is; none of them changes while the text stands. */
  readonly ids: readonly string[];
  /** A column that a result of this place has and one of another place with the same ids has not. */
  readonly requiredColumn?: string;
};
export const encryptionBindings = {
  user: { column: "mobile", ids: ["idp_id"] },
  account: { column: "mobile", ids: ["account_id"] },
  // Of sign-ups and of places in the queue: rows move between the two.
  signup: { column: "person", ids: ["signup_id"] },
  checkin: { column: "checked_in_by", ids: ["signup_id"] },
  redeemed: { column: "used_by", ids: ["coupon_id"] },
  // A second lead of a mobile takes the first one's row and id.
  lead: { column: "person", ids: ["activity_id", "mobile_key"], requiredColumn: "lead_id" },
  contact: { column: "contacted_by", ids: ["lead_id"] },
  reveal: { column: "revealed_by", ids: ["reveal_id"] },
  ownermobile: { column: "mobile", ids: ["application_id"] },
  ownervin: { column: "vin", ids: ["application_id"] },
  version: { column: "saved_by", ids: ["activity_id", "version"] },
  plan: { column: "planned_by", ids: ["activity_id", "revision"] },
  questions: { column: "saved_by", ids: ["activity_id"], requiredColumn: "revision" },
  // Complaints of one thing are decided together.
  report: { column: "decided_by", ids: ["kind", "target_id"] },
  guest: { column: "guest", ids: ["code_hash"] },
  field: { column: "person_fields", ids: ["mobile_key", "field"] },
  secret: { column: "secret_value", ids: ["name"] },
  key: { column: "material", ids: ["kind", "generation"] },
  credential: { column: "credential_value", ids: ["app_id", "kind"] },
} as const satisfies Record<string, EncryptionBinding>;
export type EncryptionBindingName = keyof typeof encryptionBindings;

const byName = new Map<string, EncryptionBinding>(Object.entries(encryptionBindings));
/** Columns, by their names in results, that hold sealed texts, or an object of such. */
export const encryptedColumnNames: ReadonlySet<string> = new Set(
  Object.values(encryptionBindings).map(({ column }) => column),
);

const isId = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";
/**
 * What says which row a text of a place is of, by the row it was read in.
 * @returns null where a text of that place has no business in this column of this row
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
  /** Columns that tell rows apart, the first ones of an index. */
  readonly keys: readonly string[];
};
/** Every column that holds sealed texts; the test of the tables holds this list complete. */
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
  { table: "person_field", keys: ["mobile_key", "field"], column: "value", binding: "field" },
  { table: "server_secret", keys: ["name"], column: "value", binding: "secret" },
  {
    table: "identity_key",
    keys: ["kind", "generation"],
    column: "material",
    binding: "key",
  },
  { table: "wechat_credential", keys: ["app_id", "kind"], column: "value", binding: "credential" },
];
