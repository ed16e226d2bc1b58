import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  Driver,
  Kysely,
  QueryResult,
} from "kysely";
import { idsIn, placedColumns, type PlaceName } from "./places.ts";
import { SealBroken, type Vault } from "./vault.ts";

/**
 * A parameter of a statement that is sealed on its way to the database. Stores say so where they write;
 * what they read is opened by the names of columns below.
 */
export class Sealing {
  readonly make: (vault: Vault) => string | Buffer;
  constructor(make: (vault: Vault) => string | Buffer) {
    this.make = make;
  }
}
/** A personal text, bound to its row by the ids of its place (places.ts); null stays null. */
export function personal(text: string, place: PlaceName, ...ids: readonly string[]): Sealing;
export function personal(text: string | null, place: PlaceName, ...ids: readonly string[]): Sealing | null;
export function personal(text: string | null, place: PlaceName, ...ids: readonly string[]): Sealing | null {
  return text === null ? null : new Sealing((vault) => vault.seal(text, place, ...ids));
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
export const personOf = (fields: object, place: PlaceName, ...ids: readonly string[]): Sealing =>
  new Sealing((vault) => vault.seal(JSON.stringify(fields), place, ...ids));

type Row = Record<string, unknown>;
/**
 * A personal text that is opened by whoever reads it. A result has one in each column that is named here, sealed
 * as what it stands for; whether it is some text is told by its lookup key, which costs a third of opening it.
 */
export class Later {
  readonly #row: Readonly<Row>;
  readonly #column: string;
  readonly #sealed: string;
  readonly #vault: Vault;
  constructor(row: Readonly<Row>, column: string, sealed: string, vault: Vault) {
    this.#row = row;
    this.#column = column;
    this.#sealed = sealed;
    this.#vault = vault;
  }
  /** @throws SealBroken */
  open(): string {
    return this.#vault.open(this.#sealed, (place) => idsIn(place, this.#column, this.#row));
  }
  /** @param key of the text that is here (`lookupKey`) */
  is(text: string, key: string): boolean {
    return this.#vault.lookup(text) === key;
  }
}
const laterColumns: ReadonlyMap<string, string> = new Map([["mobile_later", "mobile"]]);

/** The column whose sealed fields become the row's own, and these fields. */
const PERSON = "person";
const personFields = ["name", "mobile", "answers", "body_hash"];

function openValue(value: unknown, column: string, row: Readonly<Row>, vault: Vault): unknown {
  if (typeof value === "string") return vault.open(value, (place) => idsIn(place, column, row));
  if (typeof value !== "object" || value === null) return value;
  // An operator's fields of one person, by their names.
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      openValue(inner, column, { ...row, field }, vault),
    ]),
  );
}
/** Whoever reads one of these fails; those whose rows came in the same result do not. */
function refuse(row: Row, names: readonly string[], error: SealBroken): void {
  const get = (): never => {
    throw error;
  };
  for (const name of names) Object.defineProperty(row, name, { get, enumerable: true, configurable: true });
}
function openColumn(row: Row, name: string, vault: Vault): () => void {
  try {
    const opened = openValue(row[name], name, row, vault);
    if (name !== PERSON) return () => void (row[name] = opened);
    return () => {
      delete row[PERSON];
      if (typeof opened === "string") Object.assign(row, JSON.parse(opened));
    };
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return () => {
      if (name === PERSON) delete row[PERSON];
      refuse(row, name === PERSON ? personFields : [name], error);
    };
  }
}

/**
 * Opens what is sealed in the rows of a result, in place: they are nobody else's yet. A row has to bring what
 * says which one it is (places.ts). Reading a field that does not open throws SealBroken.
 */
export function openRows(rows: readonly unknown[], vault: Vault): void {
  const [first] = rows;
  if (typeof first !== "object" || first === null) return;
  const all = Object.keys(first);
  for (const [name, column] of laterColumns)
    if (all.includes(name))
      for (const row of rows as Row[]) {
        const sealed = row[name];
        if (typeof sealed === "string") row[name] = new Later(row, column, sealed, vault);
      }
  const names = all.filter((name) => placedColumns.has(name));
  if (names.length === 0) return;
  for (const row of rows as Row[]) {
    // All are looked at before one is changed: what a person's text says may be named as another column.
    const opened = names.map((name) => openColumn(row, name, vault));
    for (const put of opened) put();
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
