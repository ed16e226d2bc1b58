import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { Vault } from "./vault.ts";

type Row = Record<string, string | null>;
/** A table whose rows stand in plain: what makes of a row what is to stand there. */
type Plain = {
  readonly table: string;
  /** A unique column that stays as it is. */
  readonly key: string;
  readonly columns: readonly string[];
  readonly sealed: (row: Row, vault: Vault) => Row;
};
const BATCH = 1_000;

const sealed = (text: string | null | undefined, vault: Vault): string | null =>
  text === null || text === undefined ? null : vault.seal(text, null);
const keyed = (text: string | null | undefined, vault: Vault): string | null =>
  text === null || text === undefined ? null : vault.lookup(text);
const mobileOf = ({ mobile }: Row, vault: Vault): Row => ({
  mobile: sealed(mobile, vault),
  mobile_key: keyed(mobile, vault),
});
const person = (row: Row, vault: Vault): Row => {
  // A withdrawn lead has nothing left; whoever's offer on the waitlist is over has empty texts.
  if (row["name"] === null) return { person: null, mobile_key: null };
  const { name, mobile, answers, body_hash } = row;
  const fields = { name, mobile, answers: JSON.parse(answers ?? "{}") as object, body_hash };
  return { person: vault.seal(JSON.stringify(fields), null), mobile_key: keyed(mobile, vault) };
};
const personal = ["name", "mobile", "answers", "body_hash"];
const plain: readonly Plain[] = [
  { table: "app_user", key: "user_id", columns: ["mobile"], sealed: mobileOf },
  { table: "identity_account", key: "account_id", columns: ["mobile"], sealed: mobileOf },
  { table: "signup", key: "signup_id", columns: personal, sealed: person },
  { table: "waitlist", key: "signup_id", columns: personal, sealed: person },
  { table: "lead", key: "lead_id", columns: personal, sealed: person },
  {
    table: "owner_application",
    key: "application_id",
    columns: ["mobile", "vin"],
    sealed: (row, vault) => ({
      ...mobileOf(row, vault),
      vin: sealed(row["vin"], vault),
      vin_key: keyed(row["vin"], vault),
    }),
  },
];

async function sealTable(db: Database, vault: Vault, { table, key, columns, sealed: make }: Plain) {
  for (let after = ""; ;) {
    const { rows } = await sql<Row & { row_key: string }>`
      select ${sql.ref(key)} as row_key, ${sql.join(columns.map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`))}
      from ${sql.table(table)} where ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${BATCH}`.execute(
      db,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.row_key;
    const made = rows.map((row) => ({ ...make(row, vault), row_key: row.row_key }));
    const names = Object.keys(made[0] ?? {}).filter((name) => name !== "row_key");
    await sql`
      update ${sql.table(table)} t set ${sql.join(names.map((name) => sql`${sql.ref(name)} = i.${sql.ref(name)}`))}
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
        as i(row_key text, ${sql.join(names.map((name) => sql`${sql.ref(name)} text`))})
      where t.${sql.ref(key)} = i.row_key`.execute(db);
  }
}

/** Of tables that are only looked up: whom a row is of becomes what it is looked up by. */
async function keyTable(db: Database, vault: Vault, table: string): Promise<void> {
  const { rows } = await sql<{ one: string }>`select distinct mobile as one from ${sql.table(table)}`.execute(
    db,
  );
  for (const { one } of rows)
    await sql`update ${sql.table(table)} set mobile = ${vault.lookup(one)} where mobile = ${one}`.execute(db);
}

/** Migration 0042: seals what stood in plain; bound to its row it is by reseal.ts. Broken off, it has done nothing and is done again. */
export async function sealPlain(db: Database, vault: Vault): Promise<void> {
  for (const one of plain) await sealTable(db, vault, one);
  for (const table of ["verified_owner", "person_field", "maintenance"]) await keyTable(db, vault, table);
}
