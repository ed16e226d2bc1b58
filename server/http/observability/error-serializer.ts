/** An error in a log line. */
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
/** Whether the message repeats the input: PostgreSQL's data exceptions (SQLSTATE class 22) do. */
const repeatsInput = (error: Error): boolean =>
  "severity" in error && (fieldOf(error, "code") ?? "").startsWith("22");
const MAX_CAUSE_DEPTH = 3;

/**
 * Serialises an error for the log, without the fields in which PostgreSQL repeats the refused row or input (`detail`,
 * `where` …), because logs hold no request data (requirement Z06).
 */
export function serializeError(error: unknown, depth = MAX_CAUSE_DEPTH): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const message = repeatsInput(error) ? error.message.replaceAll(/"[^"]*"/g, '"…"') : error.message;
  const fields = ["code", "table", "constraint"].flatMap((name) => {
    const value = fieldOf(error, name);
    return value === undefined ? [] : [[name, value]];
  });
  const isDeepest = depth === 0;
  return {
    type: error.constructor.name,
    message,
    stack: (error.stack ?? "").replace(error.message, () => message),
    ...Object.fromEntries(fields),
    ...(error.cause !== undefined && !isDeepest && { cause: serializeError(error.cause, depth - 1) }),
    ...(error instanceof AggregateError &&
      !isDeepest && { errors: error.errors.map((part) => serializeError(part, depth - 1)) }),
  };
}
