import type { ClickhouseSettings } from "../../config.ts";
import type { ClickhouseStatement } from "./statement.ts";

/** Time after which ClickHouse gives up a statement, seconds, and after which the product stops waiting for it, ms. */
const [EXECUTION_SECONDS, REQUEST_TIMEOUT] = [25, 30_000];
/** The same of an insert, which ends within the time of a shutdown. */
const [INSERT_SECONDS, INSERT_TIMEOUT] = [4, 5_000];
/** Errors by which ClickHouse refuses a user or its password: UNKNOWN_USER, WRONG_PASSWORD, AUTHENTICATION_FAILED. */
const LOGIN_ERRORS = new Set([192, 193, 516]);

/** A statement that ClickHouse refused or did not answer. The message has neither the address nor any data. */
export class ClickhouseError extends Error {
  /** ClickHouse's number of the error; null: no answer. */
  readonly number: number | null;
  /** Code of a system call without an answer, by which an outage is told from a fault; null: an answer. */
  readonly code: string | null;
  constructor(message: string, number: number | null, code: string | null = null) {
    super(message);
    this.name = "ClickhouseError";
    this.number = number;
    this.code = code;
  }
  get isLoginRefused(): boolean {
    return this.number !== null && LOGIN_ERRORS.has(this.number);
  }
}

/** Reads the error's number and name from an answer; its text may repeat data and is left out. */
function refusalOf(status: number, header: string | null, text: string): ClickhouseError {
  const number = Number(header ?? /^Code: (\d+)/.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return new ClickhouseError(`ClickHouse answered with status ${status}`, null);
  const name = /\(([A-Z][A-Z_]+)\)/.exec(text)?.[1];
  return new ClickhouseError(`ClickHouse error ${number}${name === undefined ? "" : ` ${name}`}`, number);
}

export type ClickhouseClient = {
  /** Reads rows; 64-bit integers are numbers or text, as the server is set. @param timeout ms @throws ClickhouseError */
  rows<T>(statement: ClickhouseStatement, timeout?: number): Promise<T[]>;
  /** Runs a statement without rows. @throws ClickhouseError */
  run(statement: ClickhouseStatement): Promise<void>;
  /**
   * Inserts rows in one statement, which ClickHouse stores whole or not at all.
   * @param lines a JSON object a line @param token the same for the same rows, so that a repetition is not stored again
   * @throws ClickhouseError
   */
  insert(into: ClickhouseStatement, lines: string, token: string): Promise<void>;
};

/** Creates a client of ClickHouse's HTTP interface. */
export function createClickhouseClient(settings: ClickhouseSettings): ClickhouseClient {
  const headers: Record<string, string> = { "content-type": "text/plain; charset=utf-8" };
  // In headers, since addresses are written into the access logs of proxies.
  if (settings.user !== "") headers["x-clickhouse-user"] = settings.user;
  if (settings.password !== "") headers["x-clickhouse-key"] = settings.password;

  async function post(
    parameters: Readonly<Record<string, string>>,
    body: string,
    timeout = REQUEST_TIMEOUT,
  ): Promise<string> {
    const address = new URL(settings.endpoint);
    const all = {
      database: settings.database,
      // An error while rows are read is a status then, not a text within them.
      wait_end_of_query: "1",
      max_execution_time: String(EXECUTION_SECONDS),
      ...parameters,
    };
    for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
    const signal = AbortSignal.timeout(Math.max(1, Math.min(timeout, REQUEST_TIMEOUT)));
    const answered = await fetch(address, { method: "POST", headers, body, signal, redirect: "error" })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch((error: unknown) => {
        const { name, cause } = error as { name: string; cause?: { code?: string } };
        throw new ClickhouseError(`ClickHouse does not answer (${cause?.code ?? name})`, null, "ETIMEDOUT");
      });
    const { response, text } = answered;
    if (response.ok) return text;
    throw refusalOf(response.status, response.headers.get("x-clickhouse-exception-code"), text);
  }

  return {
    async rows<T>({ text }: ClickhouseStatement, timeout?: number) {
      const answer = await post({}, `${text} FORMAT JSONEachRow`, timeout);
      return answer
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as T);
    },
    async run({ text }) {
      await post({}, text);
    },
    async insert({ text }, lines, token) {
      const parameters = {
        query: `${text} FORMAT JSONEachRow`,
        insert_deduplication_token: token,
        max_execution_time: String(INSERT_SECONDS),
      };
      await post(parameters, lines, INSERT_TIMEOUT);
    },
  };
}
