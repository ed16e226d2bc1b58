import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { testDatabase, type TestDatabaseSource } from "../../testing/database/test-database.ts";
import { testKeyring } from "../../testing/encryption/test-keyring.ts";
import { connectDatabase, type Database } from "../connection/database.ts";
import { migrate } from "../migrations/migrate.ts";
import { readCatalogue } from "./catalogue-store.ts";
import { distributions, type Distribution } from "./distribution.ts";
import { prepareForSharding } from "./prepare.ts";
import { findViolations } from "./rules.ts";

let target: TestDatabaseSource;
let db: Database;
beforeAll(async () => {
  target = await testDatabase();
  ({ db } = await connectDatabase(target.source));
});
afterAll(async () => {
  await db?.destroy();
  await target.remove();
});

test("HA42 a migrated database breaks rules of a sharded one, a prepared one does not", async () => {
  expect(findViolations(await readCatalogue(db))).toContain("activity: trigger activity_told");
  const number = sql`insert into process_number (number, holder, leased_until)
    values (7, gen_random_uuid(), clock_timestamp() + interval '1 minute')`;
  await number.execute(db);
  expect(await prepareForSharding(db)).toBe("running");
  await sql`delete from process_number`.execute(db);
  await sql`create trigger series_noted after insert on series for each statement execute function tell_content()`.execute(
    db,
  );
  expect(await prepareForSharding(db)).toEqual(["series: trigger series_noted"]);
  expect(findViolations(await readCatalogue(db))).toContain("activity: trigger activity_told");
  await sql`drop trigger series_noted on series`.execute(db);
  expect(await prepareForSharding(db)).toBe("done");
  expect(await prepareForSharding(db)).toBe("again");
  const catalogue = await readCatalogue(db);
  const names = catalogue.map(({ name }) => name);
  expect(Object.keys(distributions).filter((name) => !names.includes(name))).toEqual([]);
  expect(findViolations(catalogue)).toEqual([]);
});

test("HA42 this release and later ones migrate a prepared database, earlier ones refuse it", async () => {
  const other = await testDatabase();
  const { db } = await connectDatabase(other.source);
  onTestFinished(async () => {
    await db.destroy();
    await other.remove();
  });
  expect(await prepareForSharding(db)).toBe("done");
  const { rows: before } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  const [last = "", mark = ""] = before.slice(-2).map(({ name }) => name);
  // Earlier releases refuse what is after their last migration and has this end.
  expect(mark).toBe(`${last}_sharding_breaking`);
  const told: string[] = [];
  const print = (line: string): void => void told.push(line);
  await migrate(db, testKeyring(), undefined, { print });
  expect(told).toEqual([]);
  // As when a later release has migrated the database: its migrations come after the mark.
  await sql`insert into kysely_migration (name, timestamp) values ('9998_more', '2099-01-01T00:00:00.000Z')`.execute(
    db,
  );
  await migrate(db, testKeyring(), undefined, { print });
  expect(told).toEqual(["Database has migrations of a later release, which stay in place: 9998_more."]);
});

const by = (column: string): Distribution => ({ kind: "distributed", by: column, reason: "" });
const reference: Distribution = { kind: "reference", reason: "" };
const decisions = {
  shop: by("shop_id"),
  visit: by("shop_id"),
  other: by("other_id"),
  country: reference,
  currency: reference,
  stay: by("span"),
};
const tables = `
  create table country (country_id text primary key);
  create table desk (desk_id text primary key, country_id text references country on delete cascade);
  create table shop (shop_id text primary key, country_id text references country);
  create table other (other_id text primary key);
  create table currency (code text primary key, country_id text references country, desk_id text references desk);
  create table visit (shop_id text not null references shop on delete cascade, visit_id text,
    primary key (visit_id, shop_id), exclude (shop_id with =, visit_id with =));
  create index visit_id on visit (visit_id);
  create function note() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger desk_noted after insert on desk for each row execute function note()`;
/** Violations after further statements on tables that break no rule. */
async function violationsAfter(...statements: string[]): Promise<string[]> {
  const found = await db
    .transaction()
    .execute(async (transaction) => {
      for (const one of ["create schema probe", "set local search_path to probe", tables, ...statements])
        for (const statement of one === tables ? tables.split(/;\n/) : [one])
          await sql.raw(statement).execute(transaction);
      throw new Found(findViolations(await readCatalogue(transaction, "probe"), decisions));
    })
    .catch((error: unknown) => error);
  if (found instanceof Found) return found.violations;
  throw found;
}
/** Rolls back the transaction with the tables. */
class Found extends Error {
  readonly violations: string[];
  constructor(violations: string[]) {
    super("rolled back");
    this.violations = violations;
  }
}

test.each<[string, readonly string[], readonly string[]]>([
  ["no rule", [], []],
  [
    "unique keys",
    [
      "create unique index visit_once on visit (visit_id)",
      "create unique index visit_lower on visit (lower(shop_id), visit_id)",
      "create unique index visit_covering on visit (visit_id) include (shop_id)",
      "create unique index visit_open on visit (visit_id, shop_id) where visit_id > 'm'",
    ],
    ["visit_covering", "visit_lower", "visit_once"].map((key) => `visit: unique key ${key} lacks shop_id`),
  ],
  [
    "an exclusion constraint that compares the column for another thing than equality",
    ["create table stay (span int4range not null, exclude using gist (span with &&))"],
    ["stay: unique key stay_span_excl lacks span"],
  ],
  [
    "a distribution column that may be null",
    ["alter table visit drop constraint visit_pkey", "alter table visit alter shop_id drop not null"],
    ["visit: column shop_id is missing or may be null"],
  ],
  [
    "triggers",
    [
      "create trigger shop_noted before update on shop for each row execute function note()",
      "create trigger currency_noted after delete on currency for each statement execute function note()",
    ],
    ["currency: trigger currency_noted", "shop: trigger shop_noted"],
  ],
  [
    "foreign keys between tables that are not colocated, and without the column",
    [
      "alter table visit add column other_id text references other",
      "alter table shop add unique (shop_id, country_id), add column parent_id text",
      "alter table shop add constraint shop_parent foreign key (parent_id) references shop (shop_id)",
    ],
    [
      "shop: foreign key shop_parent refers to shop without shop_id",
      "visit: foreign key visit_other_id_fkey refers to other without other_id",
    ],
  ],
  [
    "foreign keys of distributed tables to local ones, and of others to distributed ones",
    [
      "alter table visit add column desk_id text references desk",
      "alter table desk add column shop_id text references shop",
      "alter table country add column shop_id text references shop",
    ],
    [
      "country: foreign key country_shop_id_fkey refers to the distributed table shop",
      "desk: foreign key desk_shop_id_fkey refers to the distributed table shop",
      "visit: foreign key visit_desk_id_fkey refers to the local table desk",
    ],
  ],
  [
    "a foreign key of a reference table that cascades from a local one",
    ["alter table country add column desk_id text references desk on delete cascade"],
    ["country: foreign key country_desk_id_fkey changes with the local table desk"],
  ],
])(
  "HA41 the check finds what breaks the rules of a sharded database: %s",
  async (_what, statements, expected) => {
    expect(await violationsAfter(...statements)).toEqual(expected);
  },
);
