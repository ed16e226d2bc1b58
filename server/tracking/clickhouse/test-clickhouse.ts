import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A running ClickHouse that receives the same requests instead of the emulation: http://127.0.0.1:8123/. */
const REAL_SERVER = process.env["CLICKHOUSE_TEST_URL"];
export const isRealClickhouse = REAL_SERVER !== undefined;

type Row = Record<string, string | number | null>;
type Received = {
  readonly statement: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
/** An answer that is not ClickHouse's usual one; "lost": the statement is run, but its answer does not arrive. */
type Fault = { readonly status: number; readonly text: string; readonly code?: number } | "lost" | "away";

const textOf = (hex: string): string => Buffer.from(hex, "hex").toString();
const textsIn = (part: string): string[] =>
  [...part.matchAll(/unhex\('([0-9a-f]*)'\)/g)].map(([, hex = ""]) => textOf(hex));
const idsIn = (statement: string): string[] =>
  textsIn(/ IN \((?:unhex\('[0-9a-f]*'\),?)+\)/.exec(statement)?.[0] ?? "");
/** 64-bit integers are texts in ClickHouse's JSON, unless the server is set otherwise. */
const int64 = (value: unknown): string => String(value);

const folder = fileURLToPath(new URL("../../../deploy/clickhouse/", import.meta.url));
const TABLE = readFileSync(`${folder}tracked_event.sql`, "utf8");
const TABLE_COLUMNS = TABLE.split("\n").flatMap(
  (line) => /^ {4}([a-z_]+) (?:Date|UUID|Int64|String|LowCardinality|Nullable)/.exec(line)?.[1] ?? [],
);

/**
 * ClickHouse's HTTP interface for tests: answers the product's statements from rows in memory, as ClickHouse does, or
 * passes them on to a running server. Records every request.
 */
export class TestClickhouse {
  readonly received: Received[] = [];
  faults: Fault[] = [];
  columns: readonly string[] = TABLE_COLUMNS;
  engine = "ReplacingMergeTree";
  #rows = new Map<string, Row>();
  readonly #tokens = new Set<string>();
  readonly database = `marque_${process.pid}_${Date.now() % 1_000_000}`;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const parameters = new URL(request.url ?? "", "http://clickhouse").searchParams;
      const body = Buffer.concat(chunks).toString();
      const statement = parameters.get("query") ?? body;
      this.received.push({ statement, parameters, headers: request.headers, body });
      void this.#answer({ statement, parameters, headers: request.headers, body }, response);
    });
  });

  /** Starts, with an empty table. @returns the setting EVENTS_CLICKHOUSE_URL */
  async listen(): Promise<string> {
    if (isRealClickhouse) await this.#createTable();
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = this.#server.address() as AddressInfo;
    return `http://events:p%40ss-word@127.0.0.1:${port}/${this.database}`;
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    if (isRealClickhouse) await this.#passOn(new URLSearchParams(), `DROP DATABASE ${this.database}`);
  }
  get inserts(): Received[] {
    return this.received.filter(({ statement }) => statement.startsWith("INSERT"));
  }

  async #answer(received: Received, response: ServerResponse): Promise<void> {
    const fault = this.faults.shift();
    if (fault === "away") return void response.destroy();
    if (fault !== undefined && fault !== "lost") {
      const code = fault.code === undefined ? {} : { "x-clickhouse-exception-code": String(fault.code) };
      return void response.writeHead(fault.status, code).end(fault.text);
    }
    const { status, text } = isRealClickhouse
      ? await this.#passOn(received.parameters, received.body)
      : { status: 200, text: this.#emulate(received) };
    if (fault === "lost") return void response.destroy();
    response.writeHead(status).end(text);
  }

  async #passOn(parameters: URLSearchParams, body: string): Promise<{ status: number; text: string }> {
    const address = new URL(REAL_SERVER ?? "");
    for (const [name, value] of parameters) address.searchParams.set(name, value);
    // Settings of later versions than Debian's 18.16.
    address.searchParams.delete("insert_deduplication_token");
    const answer = await fetch(address, { method: "POST", body });
    return { status: answer.status, text: await answer.text() };
  }
  /** Creates the table of deploy/, without what later versions than Debian's 18.16 have brought. */
  async #createTable(): Promise<void> {
    await this.#passOn(new URLSearchParams(), `CREATE DATABASE ${this.database}`);
    const table = TABLE.replaceAll(/^ *--.*\n/gm, "")
      .replaceAll(/LowCardinality\((\w+)\)/g, "$1")
      .replaceAll(/^ *(event_time|received_time|INDEX) .*\n/gm, "")
      .replace("properties String,", "properties String")
      .replace(/SETTINGS .*;/, "");
    const { status, text } = await this.#passOn(new URLSearchParams({ database: this.database }), table);
    if (status !== 200) throw new Error(text);
  }

  #emulate({ statement, parameters, body }: Received): string {
    const found = this.#rowsFor(statement.replaceAll(/\s+/g, " "), parameters, body);
    return found.map((row) => `${JSON.stringify(row)}\n`).join("");
  }
  #rowsFor(statement: string, parameters: URLSearchParams, body: string): readonly object[] {
    if (statement.startsWith("INSERT")) return this.#insert(parameters, body);
    if (statement.startsWith("ALTER TABLE tracked_event DELETE")) return this.#delete(idsIn(statement));
    const [, dropped] = /DROP PARTITION '([^']+)'/.exec(statement) ?? [];
    if (dropped !== undefined) return this.#keep(({ day }) => day !== dropped);
    if (statement.includes("system.mutations")) return [];
    if (statement.includes("system.columns")) return this.columns.map((name) => ({ name }));
    if (statement.includes("system.tables")) return [{ engine: this.engine, partition_key: "day" }];
    const rows = [...this.#rows.values()];
    if (statement.includes("system.parts"))
      return [...new Set(rows.map(({ day }) => day))].map((partition) => ({ partition }));
    if (statement.includes("groupUniqArray")) return pageErrorsOf(rows, statement);
    if (statement.includes("min(event_ms)")) return [visitsOf(rows, statement)];
    const ids = statement.includes(" IN ") ? idsIn(statement) : null;
    const limit = Number(/LIMIT (\d+) *(?:FORMAT|$)/.exec(statement)?.[1]);
    return rows
      .filter(({ login_id, distinct_id }) => ids?.includes(String(login_id ?? distinct_id)) ?? true)
      .toSorted((one, other) => Number(other["event_ms"]) - Number(one["event_ms"]))
      .map((row) => ({ ...row, event_ms: int64(row["event_ms"]), received_ms: int64(row["received_ms"]) }))
      .slice(0, limit);
  }
  #insert(parameters: URLSearchParams, body: string): [] {
    const token = parameters.get("insert_deduplication_token") ?? "";
    if (this.#tokens.has(token)) return [];
    this.#tokens.add(token);
    for (const line of body.split("\n")) {
      const row = JSON.parse(line) as Row;
      this.#rows.set(String(row["event_key"]), row);
    }
    return [];
  }
  #delete(ids: readonly string[]): [] {
    return this.#keep(({ login_id, distinct_id }) => !ids.includes(String(login_id ?? distinct_id)));
  }
  #keep(isKept: (row: Row) => boolean): [] {
    this.#rows = new Map([...this.#rows].filter(([, row]) => isKept(row)));
    return [];
  }
}

function visitsOf(rows: readonly Row[], statement: string): object {
  const [from = "", to = "", activityId = ""] = textsIn(statement);
  const until = Number(/event_ms <= (\d+)/.exec(statement)?.[1]);
  const ids = idsIn(statement);
  const found = rows.filter(
    ({ day, event, event_ms, activity_id, login_id, distinct_id }) =>
      String(day) >= from &&
      String(day) <= to &&
      event === "activity_viewed" &&
      activity_id === activityId &&
      Number(event_ms) <= until &&
      ids.includes(String(login_id ?? distinct_id)),
  );
  const first = found.length === 0 ? 0 : Math.min(...found.map(({ event_ms }) => Number(event_ms)));
  return { count: int64(found.length), first_ms: int64(first) };
}

function pageErrorsOf(rows: readonly Row[], statement: string): object[] {
  const [release] = textsIn(/'release'\) = (\S+)/.exec(statement)?.[1] ?? "");
  const isWanted = ({ event, properties }: Row): boolean =>
    event === "page_error" &&
    (release === undefined || (JSON.parse(String(properties)) as Row)["release"] === release);
  const groups = Map.groupBy(rows.filter(isWanted), ({ properties }) => {
    const {
      release = "",
      message = "",
      stack = "",
    } = JSON.parse(String(properties)) as Record<string, string>;
    return JSON.stringify({ release, message, stack });
  });
  return [...groups].map(([key, found]) => {
    const all = found.map(({ properties }) => JSON.parse(String(properties)) as Record<string, string>);
    const texts = (name: string) => [...new Set(all.map((one) => one[name] ?? ""))];
    return {
      ...(JSON.parse(key) as object),
      kinds: texts("kind"),
      routes: texts("route"),
      hosts: texts("platform_type"),
      occurrences: int64(found.length),
      visitors: int64(new Set(found.map(({ distinct_id }) => distinct_id)).size),
      last_ms: int64(Math.max(...found.map(({ event_ms }) => Number(event_ms)))),
    };
  });
}
