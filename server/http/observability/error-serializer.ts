/** What is told of an error in a log line. */
export type SerializedError = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly table?: string;
  readonly constraint?: string;
  readonly cause?: SerializedError;
  readonly errors?: readonly SerializedError[];
};

const fieldOf = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : undefined;
};
/** Of PostgreSQL's: what stands in a value is repeated in its data exceptions, SQLSTATE class 22. */
const repeatsInput = (error: Error): boolean =>
  "severity" in error && (fieldOf(error, "code") ?? "").startsWith("22");
const MAX_CAUSE_DEPTH = 3;

/**
 * An error as log lines have it: not its `detail`, `where` and whatever else PostgreSQL puts there of a row or an
 * input that it refuses, since no body stands in a log (requirement Z06).
 */
export function serializeError(error: unknown, depth = MAX_CAUSE_DEPTH): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const message = repeatsInput(error) ? error.message.replaceAll(/"[^"]*"/g, '"…"') : error.message;
  const told = ["code", "table", "constraint"].flatMap((name) => {
    const value = fieldOf(error, name);
    return value === undefined ? [] : [[name, value]];
  });
  const isDeep = depth === 0;
  return {
    type: error.constructor.name,
    message,
    stack: (error.stack ?? "").replace(error.message, () => message),
    ...Object.fromEntries(told),
    ...(error.cause !== undefined && !isDeep && { cause: serializeError(error.cause, depth - 1) }),
    ...(error instanceof AggregateError &&
      !isDeep && { errors: error.errors.map((one) => serializeError(one, depth - 1)) }),
  };
}
