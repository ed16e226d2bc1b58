import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  Driver,
  Kysely,
  QueryResult,
} from "kysely";
import { bindingIds, encryptedColumnNames, type EncryptionBindingName } from "./encryption-bindings.ts";
import { DecryptionError, type Keyring } from "./keyring.ts";

/**
 * A statement parameter that is encrypted when the statement is sent. Stores mark parameters where they
 * write; results are decrypted by the names of their columns (encryption-bindings.ts).
 */
export class EncryptedParameter {
  readonly evaluate: (keyring: Keyring) => string | Buffer;
  constructor(evaluate: (keyring: Keyring) => string | Buffer) {
    this.evaluate = evaluate;
  }
}
/**
 * Encrypts a personal text and binds it to its row by the ids of its binding (encryption-bindings.ts); null
 * stays null.
 */
export function encryptedText(
  text: string,
  place: EncryptionBindingName,
  ...ids: readonly string[]
): EncryptedParameter;
export function encryptedText(
  text: string | null,
  place: EncryptionBindingName,
  ...ids: readonly string[]
): EncryptedParameter | null;
export function encryptedText(
  text: string | null,
  place: EncryptionBindingName,
  ...ids: readonly string[]
): EncryptedParameter | null {
  return text === null ? null : new EncryptedParameter((keyring) => keyring.encrypt(text, place, ...ids));
}
/** Lookup key of a personal text (keyed hash); null stays null. */
export function lookupKeyParameter(text: string): EncryptedParameter;
export function lookupKeyParameter(text: string | null): EncryptedParameter | null;
export function lookupKeyParameter(text: string | null): EncryptedParameter | null {
  return text === null ? null : new EncryptedParameter((keyring) => keyring.lookup(text));
}
/** Rows as JSON, for jsonb_to_recordset; `encrypt` turns each row into its stored form. */
export const encryptedRows = <T>(
  rows: readonly T[],
  encrypt: (row: T, keyring: Keyring) => object,
): EncryptedParameter =>
  new EncryptedParameter((keyring) => JSON.stringify(rows.map((row) => encrypt(row, keyring))));
/**
 * Encrypts several personal fields as one text in a column named `person`; reading gives the row its fields
 * back.
 */
export const encryptedPerson = (
  fields: object,
  place: EncryptionBindingName,
  ...ids: readonly string[]
): EncryptedParameter =>
  new EncryptedParameter((keyring) => keyring.encrypt(JSON.stringify(fields), place, ...ids));

type Row = Record<string, unknown>;
/**
 * A personal text that is decrypted only when it is read. A result has one in each column of `lazyColumns`,
 * encrypted as the column that it maps to. Comparing by the lookup key costs a third of decrypting.
 */
export class LazyPlaintext {
  readonly #row: Readonly<Row>;
  readonly #column: string;
  readonly #ciphertext: string;
  readonly #keyring: Keyring;
  constructor(row: Readonly<Row>, column: string, ciphertext: string, keyring: Keyring) {
    this.#row = row;
    this.#column = column;
    this.#ciphertext = ciphertext;
    this.#keyring = keyring;
  }
  /** @throws DecryptionError */
  decrypt(): string {
    return this.#keyring.decrypt(this.#ciphertext, (place) => bindingIds(place, this.#column, this.#row));
  }
  /** @param key lookup key of the text in this column (`lookup`) */
  matches(text: string, key: string): boolean {
    return this.#keyring.lookup(text) === key;
  }
}
const lazyColumns: ReadonlyMap<string, string> = new Map([["mobile_later", "mobile"]]);

/** The column whose encrypted fields become fields of the row itself, and the names of these fields. */
const PERSON = "person";
const personFields = ["name", "mobile", "answers", "body_hash"];

function decryptValue(value: unknown, column: string, row: Readonly<Row>, keyring: Keyring): unknown {
  if (typeof value === "string") return keyring.decrypt(value, (place) => bindingIds(place, column, row));
  if (typeof value !== "object" || value === null) return value;
  // An object holds an operator's fields of one person, by name.
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      decryptValue(inner, column, { ...row, field }, keyring),
    ]),
  );
}
/** Lets only reading these fields fail; other rows of the same result stay usable. */
function failOnRead(row: Row, names: readonly string[], error: DecryptionError): void {
  const get = (): never => {
    throw error;
  };
  for (const name of names) Object.defineProperty(row, name, { get, enumerable: true, configurable: true });
}
function decryptColumn(row: Row, name: string, keyring: Keyring): () => void {
  try {
    const decrypted = decryptValue(row[name], name, row, keyring);
    if (name !== PERSON) return () => void (row[name] = decrypted);
    return () => {
      delete row[PERSON];
      if (typeof decrypted === "string") Object.assign(row, JSON.parse(decrypted));
    };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return () => {
      if (name === PERSON) delete row[PERSON];
      failOnRead(row, name === PERSON ? personFields : [name], error);
    };
  }
}

/**
 * Decrypts the rows of a result in place. A row must contain the ids of its binding (encryption-bindings.ts).
 * Reading a field that cannot be decrypted throws DecryptionError.
 */
export function decryptRows(rows: readonly unknown[], keyring: Keyring): void {
  const [first] = rows;
  if (typeof first !== "object" || first === null) return;
  const all = Object.keys(first);
  for (const [name, column] of lazyColumns)
    if (all.includes(name))
      for (const row of rows as Row[]) {
        const ciphertext = row[name];
        if (typeof ciphertext === "string") row[name] = new LazyPlaintext(row, column, ciphertext, keyring);
      }
  const names = all.filter((name) => encryptedColumnNames.has(name));
  if (names.length === 0) return;
  for (const row of rows as Row[]) {
    // Decrypts all columns before changing any: fields of a person may have the name of another column.
    const decrypted = names.map((name) => decryptColumn(row, name, keyring));
    for (const put of decrypted) put();
  }
}

class EncryptingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #keyring: Keyring;
  constructor(inner: DatabaseConnection, keyring: Keyring) {
    this.inner = inner;
    this.#keyring = keyring;
  }
  #encryptParameters(query: CompiledQuery): CompiledQuery {
    if (!query.parameters.some((parameter) => parameter instanceof EncryptedParameter)) return query;
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof EncryptedParameter ? parameter.evaluate(this.#keyring) : parameter,
    );
    return { ...query, parameters };
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.inner.executeQuery<R>(this.#encryptParameters(query));
    decryptRows(result.rows, this.#keyring);
    return result;
  }
  async *streamQuery<R>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    for await (const result of this.inner.streamQuery<R>(this.#encryptParameters(query), size)) {
      decryptRows(result.rows, this.#keyring);
      yield result;
    }
  }
}

const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
  connection instanceof EncryptingConnection ? connection.inner : connection;

/** Dialect that encrypts parameters and decrypts results. */
export const encryptingDialect = (dialect: Dialect, keyring: Keyring): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => dialect.createIntrospector(db),
  createDriver(): Driver {
    const driver = dialect.createDriver();
    return {
      init: () => driver.init(),
      acquireConnection: async () => new EncryptingConnection(await driver.acquireConnection(), keyring),
      beginTransaction: (connection, settings) => driver.beginTransaction(innerOf(connection), settings),
      commitTransaction: (connection) => driver.commitTransaction(innerOf(connection)),
      rollbackTransaction: (connection) => driver.rollbackTransaction(innerOf(connection)),
      releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
      destroy: () => driver.destroy(),
    };
  },
});
