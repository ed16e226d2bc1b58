import type { PGlite } from "@electric-sql/pglite";
import type { PGliteDialectConfig } from "kysely";
import { serialize } from "pg-protocol";
import { preparedStatementName } from "./prepared-statements.ts";

/** Interface that Kysely uses of PGlite. */
type KyselyPglite = Exclude<PGliteDialectConfig["pglite"], (...args: never[]) => unknown>;
type Field = { readonly name: string; readonly dataTypeID: number };
/** Description of a prepared statement: the types of its parameters, and its columns. */
type Statement = { readonly types: readonly number[]; readonly fields: readonly Field[] };
type Message = Awaited<ReturnType<PGlite["execProtocolStream"]>>[number];

const messagesNamed = <T>(messages: readonly Message[], name: string): T[] =>
  messages.filter((message) => message.name === name) as unknown as T[];

/** Prepared statements of each instance, by name. */
const prepared = new WeakMap<PGlite, Map<string, Statement>>();

/** @throws the database's error, as PGlite itself throws it */
const send = (pglite: PGlite, ...messages: readonly Uint8Array[]): Promise<Message[]> =>
  pglite.execProtocolStream(Buffer.concat(messages), {});

async function prepare(pglite: PGlite, name: string, text: string): Promise<Statement> {
  const statements = prepared.get(pglite) ?? new Map<string, Statement>();
  prepared.set(pglite, statements);
  const found = statements.get(name);
  if (found) return found;
  const told = await send(
    pglite,
    serialize.parse({ name, text, types: [] }),
    serialize.describe({ type: "S", name }),
    serialize.sync(),
  );
  const [parameters] = messagesNamed<{ dataTypeIDs: number[] }>(told, "parameterDescription");
  const [row] = messagesNamed<{ fields: Field[] }>(told, "rowDescription");
  const made = { types: parameters?.dataTypeIDs ?? [], fields: row?.fields ?? [] };
  statements.set(name, made);
  return made;
}

/** Command tag of a statement that changed rows, with their number. */
const AFFECTED_ROWS = /^(?:INSERT 0|UPDATE|DELETE|MERGE) (\d+)$/;

async function runPrepared(pglite: PGlite, name: string, text: string, parameters: readonly unknown[]) {
  const { types, fields } = await prepare(pglite, name, text);
  const values = parameters.map((value, at) => {
    if (value === null || value === undefined || value instanceof Buffer) return value ?? null;
    const asText = pglite.serializers[types[at] ?? 0];
    if (asText) return asText(value);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
  const bind = serialize.bind({ statement: name, values });
  const told = await send(pglite, bind, serialize.execute({}), serialize.sync());
  const columns = fields.map((field) => ({ ...field, parse: pglite.parsers[field.dataTypeID] }));
  const rows = messagesNamed<{ fields: (string | null)[] }>(told, "dataRow").map(({ fields: texts }) => {
    const row: Record<string, unknown> = {};
    columns.forEach(({ name: column, dataTypeID, parse }, at) => {
      const value = texts[at] ?? null;
      row[column] = value === null || !parse ? value : parse(value, dataTypeID);
    });
    return row;
  });
  const [{ text: tag = "" } = {}] = messagesNamed<{ text?: string }>(told, "commandComplete");
  const affected = AFFECTED_ROWS.exec(tag)?.[1];
  return { rows, fields: [...fields], ...(affected !== undefined && { affectedRows: Number(affected) }) };
}

/**
 * PGlite parses, plans and describes each statement again, in six calls of its program; a marked statement
 * (prepared-statements.ts) stays prepared and runs in one call. Statements within a transaction are not
 * prepared.
 */
export function pgliteWithPreparedStatements(pglite: PGlite): KyselyPglite {
  return {
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    get waitReady() {
      return pglite.waitReady;
    },
    close: () => pglite.close(),
    transaction: (work) => {
      const ended = pglite.transaction(work as never);
      // Kysely sees the failure on commit; a transaction that never began would be an unhandled rejection.
      ended.catch(() => {});
      return ended as never;
    },
    query: (async (text: string, parameters: unknown[] = [], options?: object) => {
      const name = preparedStatementName(text);
      if (name === null) return pglite.query(text, parameters, options);
      await pglite._checkReady();
      // Queues behind running statements, as PGlite's own `query` does.
      return pglite._runExclusiveTransaction(() =>
        pglite.runExclusive(() => runPrepared(pglite, name, text, parameters)),
      );
    }) as KyselyPglite["query"],
  };
}
