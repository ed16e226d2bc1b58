import type { LogEvent } from "kysely";

/** A statement that has ended. */
export type EndedStatement = {
  /** Without the values of its parameters. */
  readonly text: string;
  /** ms */
  readonly duration: number;
  /** null: it succeeded. */
  readonly error: unknown;
};
type Observe = (statement: EndedStatement) => void;
const ignore: Observe = () => {};
let observe = ignore;

/** Sets who sees the statements of databases that are observed, in the flow of their callers. @returns ends that */
export function observeStatements(next: Observe): () => void {
  observe = next;
  return () => {
    if (observe === next) observe = ignore;
  };
}

/** Log function of Kysely for an observed database. */
export const reportStatement = (event: LogEvent): void =>
  observe({
    text: event.query.sql,
    duration: event.queryDurationMillis,
    error: event.level === "error" ? event.error : null,
  });
