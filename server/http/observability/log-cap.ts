import type { FastifyBaseLogger } from "fastify";
import { serializeError } from "./error-serializer.ts";

/** Lines of one cause that are written whole in a second. */
const LINES_PER_CAUSE = 5;
/** Lines of all causes that are written whole in a second, and causes that are told apart. */
const [LINES_PER_SECOND, CAUSES] = [30, 20];
const WINDOW = 1_000;
/** Number of pino's level "warn". */
const WARN = 40;

/** Lines of level "warn" and above of this process since its start, for the metrics; dropped ones are in their level too. */
export const logCounts = { warn: 0, error: 0, dropped: 0 };

type Cause = {
  readonly message: string;
  readonly level: number;
  readonly error: unknown;
  /** Lines of this second, written ones included. */
  lines: number;
  left: number;
};
/** Arguments of a log method: fields, the message, and values that it names. */
export type LogArguments = [fields: unknown, message?: string | undefined, ...values: unknown[]];
/** The function of pino that writes a line. */
type Write = (this: unknown, ...args: LogArguments) => void;

const textOf = (fields: object, name: string): string => {
  const value: unknown = Reflect.get(fields, name);
  return typeof value === "string" ? value : "";
};

/** Kind of an error without what differs between requests: its code, or its class and message without numbers. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = textOf(error, "code");
  return code === "" ? `${error.name} ${error.message.replaceAll(/\d+/g, "#").slice(0, 80)}` : code;
}

/**
 * Limits the lines of level "warn" and above: at most 5 a second of one cause, that is one message with one kind of
 * error, and 30 of all; the others are counted, and a line for each cause tells how many (requirement HA28). An outage
 * that fails thousands of requests a second neither fills the disk nor hides another fault. Lines of lower levels, the
 * security and audit lines among them, have limits of their own.
 */
export class LogCap {
  #causes = new Map<string, Cause>();
  #written = 0;
  #timer: NodeJS.Timeout | null = null;
  #isReporting = false;
  #log: FastifyBaseLogger | null = null;

  /** Sets the log that gets the counts. */
  reportTo(log: FastifyBaseLogger): void {
    this.#log = log;
  }

  /** Hook of pino (`hooks.logMethod`): writes a line or counts it. */
  readonly write = (args: LogArguments, write: Write, level: number, logger: unknown): void => {
    if (level < WARN || this.#isReporting || this.#mayWrite(args, level)) write.apply(logger, args);
  };

  /** Writes the counts of the running second now. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const causes = this.#causes;
    this.#causes = new Map();
    this.#written = 0;
    this.#isReporting = true;
    for (const { message, level, error, left } of causes.values())
      if (left > 0) this.#report(message, level, error, left);
    this.#isReporting = false;
  }

  #mayWrite([first, second]: LogArguments, level: number): boolean {
    const fields = typeof first === "object" && first !== null ? first : {};
    const message = typeof first === "string" ? first : (second ?? "");
    const error: unknown = Reflect.get(fields, "err");
    this.#timer ??= setTimeout(() => this.flush(), WINDOW).unref();
    const cause = this.#causeOf(`${message} ${textOf(fields, "call")} ${kindOf(error)}`, {
      message,
      level,
      error,
    });
    cause.lines++;
    logCounts[level > WARN ? "error" : "warn"]++;
    if (cause.lines <= LINES_PER_CAUSE && this.#written < LINES_PER_SECOND) {
      this.#written++;
      return true;
    }
    cause.left++;
    logCounts.dropped++;
    return false;
  }

  #causeOf(key: string, of: Pick<Cause, "message" | "level" | "error">): Cause {
    const isKnown = this.#causes.has(key) || this.#causes.size < CAUSES;
    const kept = isKnown ? key : "";
    const found = this.#causes.get(kept);
    if (found) return found;
    const made = {
      ...(isKnown ? of : { message: "others", level: of.level, error: undefined }),
      lines: 0,
      left: 0,
    };
    this.#causes.set(kept, made);
    return made;
  }

  #report(cause: string, level: number, error: unknown, left: number): void {
    const { type, message, code } = serializeError(error);
    const fields = {
      left,
      cause,
      ...(error !== undefined && { error: { type, message, ...(code !== undefined && { code }) } }),
    };
    if (level > WARN) this.#log?.error(fields, "log lines dropped by rate limit");
    else this.#log?.warn(fields, "log lines dropped by rate limit");
  }
}
