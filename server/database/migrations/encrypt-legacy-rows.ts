import { sql } from "kysely";
import type { Database } from "../connection/database.ts";
import type { Keyring } from "../encryption/keyring.ts";

type Row = Record<string, string | null>;
/** A table with unencrypted rows, and the conversion of a row to its stored form. */
type LegacyTable = {
  readonly table: string;
  /** A unique column that does not change. */
  readonly key: string;
  readonly columns: readonly string[];
  readonly encrypt: (row: Row, keyring: Keyring) => Row;
};
const BATCH = 1_000;

const encryptOrNull = (text: string | null | undefined, keyring: Keyring): string | null =>
  text === null || text === undefined ? null : keyring.encrypt(text, null);
const lookupKeyOrNull = (text: string | null | undefined, keyring: Keyring): string | null =>
  text === null || text === undefined ? null : keyring.lookup(text);
const encryptMobile = ({ mobile }: Row, keyring: Keyring): Row => ({
  mobile: encryptOrNull(mobile, keyring),
  mobile_key: lookupKeyOrNull(mobile, keyring),
});
const encryptLegacyPerson = (row: Row, keyring: Keyring): Row => {
  // A withdrawn lead has no personal data left; an expired waitlist offer has empty texts.
  if (row["name"] === null) return { person: null, mobile_key: null };
  const { name, mobile, answers, body_hash } = row;
  const fields = { name, mobile, answers: JSON.parse(answers ?? "{}") as object, body_hash };
  return {
    person: keyring.encrypt(JSON.stringify(fields), null),
    mobile_key: lookupKeyOrNull(mobile, keyring),
  };
};
const personColumns = ["name", "mobile", "answers", "body_hash"];
const legacyTables: readonly LegacyTable[] = [
  { table: "app_user", key: "user_id", columns: ["mobile"], encrypt: encryptMobile },
  { table: "identity_account", key: "account_id", columns: ["mobile"], encrypt: encryptMobile },
  { table: "signup", key: "signup_id", columns: personColumns, encrypt: encryptLegacyPerson },
  { table: "waitlist", key: "signup_id", columns: personColumns, encrypt: encryptLegacyPerson },
  { table: "lead", key: "lead_id", columns: personColumns, encrypt: encryptLegacyPerson },
  {
    table: "owner_application",
    key: "application_id",
    columns: ["mobile", "vin"],
    encrypt: (row, keyring) => ({
      ...encryptMobile(row, keyring),
      vin: encryptOrNull(row["vin"], keyring),
      vin_key: lookupKeyOrNull(row["vin"], keyring),
    }),
  },
];

async function encryptTable(db: Database, keyring: Keyring, { table, key, columns, encrypt }: LegacyTable) {
  for (let after = ""; ;) {
    const { rows } = await sql<Row & { row_key: string }>`
      select ${sql.ref(key)} as row_key, ${sql.join(columns.map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`))}
      from ${sql.table(table)} where ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${BATCH}`.execute(
      db,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.row_key;
    const encrypted = rows.map((row) => ({ ...encrypt(row, keyring), row_key: row.row_key }));
    const names = Object.keys(encrypted[0] ?? {}).filter((name) => name !== "row_key");
    await sql`
      update ${sql.table(table)} t set ${sql.join(names.map((name) => sql`${sql.ref(name)} = i.${sql.ref(name)}`))}
      from jsonb_to_recordset(${JSON.stringify(encrypted)}::jsonb)
        as i(row_key text, ${sql.join(names.map((name) => sql`${sql.ref(name)} text`))})
      where t.${sql.ref(key)} = i.row_key`.execute(db);
  }
}

/** Replaces mobiles by their lookup keys in tables that are only searched by mobile. */
async function replaceMobilesByLookupKeys(db: Database, keyring: Keyring, table: string): Promise<void> {
  const { rows } = await sql<{ one: string }>`select distinct mobile as one from ${sql.table(table)}`.execute(
    db,
  );
  for (const { one } of rows)
    await sql`update ${sql.table(table)} set mobile = ${keyring.lookup(one)} where mobile = ${one}`.execute(
      db,
    );
}

/**
 * Migration 0042: encrypts unencrypted rows; re-encrypt.ts binds them to their rows later. It runs in the
 * migration's transaction, so that an interrupted run has changed nothing.
 */
export async function encryptLegacyRows(db: Database, keyring: Keyring): Promise<void> {
  for (const one of legacyTables) await encryptTable(db, keyring, one);
  for (const table of ["verified_owner", "person_field", "maintenance"])
    await replaceMobilesByLookupKeys(db, keyring, table);
}
