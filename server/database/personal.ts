import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  Driver,
  Kysely,
  QueryResult,
} from "kysely";
import type { Vault } from "./vault.ts";

/**
 * A parameter of a statement that is sealed on its way to the database. Stores say so where they write;
 * what they read is opened by the names of columns below.
 */
export class Sealing {
  readonly make: (vault: Vault) => string;
  constructor(make: (vault: Vault) => string) {
    this.make = make;
  }
}
/** A personal text; null stays null. */
export function personal(text: string): Sealing;
export function personal(text: string | null): Sealing | null;
export function personal(text: string | null): Sealing | null {
  return text === null ? null : new Sealing((vault) => vault.seal(text));
}
/** What a personal text is looked up by; null stays null. */
export function lookupKey(text: string): Sealing;
export function lookupKey(text: string | null): Sealing | null;
export function lookupKey(text: string | null): Sealing | null {
  return text === null ? null : new Sealing((vault) => vault.lookup(text));
}
/** Rows as JSON, for jsonb_to_recordset; `seal` makes each what is stored. */
export const sealedRows = <T>(rows: readonly T[], seal: (row: T, vault: Vault) => object): Sealing =>
  new Sealing((vault) => JSON.stringify(rows.map((row) => seal(row, vault))));
/** Several personal fields as one sealed text, in a column that is named `person`: reading gives a row its fields back. */
export const personOf = (fields: object): Sealing => new Sealing((vault) => sealPerson(fields, vault));
export const sealPerson = (fields: object, vault: Vault): string => vault.seal(JSON.stringify(fields));

/** The column whose sealed fields become the row's own. */
const PERSON = "person";
/** Columns, by their names in results, that hold sealed texts, or an object of such. */
const SEALED_COLUMNS: ReadonlySet<string> = new Set([
  PERSON,
  "mobile",
  "vin",
  "guest",
  "checked_in_by",
  "saved_by",
  "decided_by",
  "person_fields",
]);

function openValue(value: unknown, vault: Vault): unknown {
  if (typeof value === "string") return vault.open(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, openValue(inner, vault)]));
}

/** Opens what is sealed in the rows of a result, in place: they are nobody else's yet. */
export function openRows(rows: readonly unknown[], vault: Vault): void {
  const [first] = rows;
  if (typeof first !== "object" || first === null) return;
  const names = Object.keys(first).filter((name) => SEALED_COLUMNS.has(name));
  if (names.length === 0) return;
  for (const row of rows as Record<string, unknown>[])
    for (const name of names) {
      const opened = openValue(row[name], vault);
      if (name !== PERSON) row[name] = opened;
      else {
        delete row[PERSON];
        if (typeof opened === "string") Object.assign(row, JSON.parse(opened));
      }
    }
}

class SealingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #vault: Vault;
  constructor(inner: DatabaseConnection, vault: Vault) {
    this.inner = inner;
    this.#vault = vault;
  }
  #sealed(query: CompiledQuery): CompiledQuery {
    if (!query.parameters.some((parameter) => parameter instanceof Sealing)) return query;
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Sealing ? parameter.make(this.#vault) : parameter,
    );
    return { ...query, parameters };
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.inner.executeQuery<R>(this.#sealed(query));
    openRows(result.rows, this.#vault);
    return result;
  }
  async *streamQuery<R>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    for await (const result of this.inner.streamQuery<R>(this.#sealed(query), size)) {
      openRows(result.rows, this.#vault);
      yield result;
    }
  }
}

const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
  connection instanceof SealingConnection ? connection.inner : connection;

/** A dialect whose statements seal and whose results open. */
export const sealingDialect = (dialect: Dialect, vault: Vault): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => dialect.createIntrospector(db),
  createDriver(): Driver {
    const driver = dialect.createDriver();
    return {
      init: () => driver.init(),
      acquireConnection: async () => new SealingConnection(await driver.acquireConnection(), vault),
      beginTransaction: (connection, settings) => driver.beginTransaction(innerOf(connection), settings),
      commitTransaction: (connection) => driver.commitTransaction(innerOf(connection)),
      rollbackTransaction: (connection) => driver.rollbackTransaction(innerOf(connection)),
      releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
      destroy: () => driver.destroy(),
    };
  },
});
