import { z } from "zod";

/** Variables of the server processes. */
export const processFields = {
  PROCESSES: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$/, "must be a number from 1 to 64")
    .transform(Number)
    .default(1),
  /** Seconds after which a statement of the server is given up, and cancelled in PostgreSQL; a page waits for 30 s. */
  STATEMENT_TIMEOUT_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, "must be a number of seconds")
    .transform(Number)
    .refine((seconds) => seconds >= 1 && seconds <= 25, "must be from 1 to 25")
    .default(10),
  /** Answers frequent requests before the framework (server/http/fast-path); these are not logged one by one. */
  FAST_PATH: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  /** Whether the header traceparent is read and passed on (server/core/trace-context.ts). */
  TRACEPARENT: z.enum(["on", "off"], { error: "must be on or off" }).default("off"),
};
type ProcessVariables = {
  readonly PROCESSES: number;
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_READ_URL?: string | undefined;
  readonly SIMULATORS: boolean;
};

/** Refuses a replica of no database, and several processes unless PostgreSQL is all that they share. @throws the error of `reject` */
export function validateProcessSettings(
  settings: ProcessVariables,
  reject: (name: string, reason: string) => never,
): void {
  if (settings.DATABASE_READ_URL !== undefined && settings.DATABASE_URL === undefined)
    reject("DATABASE_READ_URL", "needs DATABASE_URL, the primary that the replica follows");
  if (settings.PROCESSES === 1) return;
  if (settings.DATABASE_URL === undefined)
    reject("PROCESSES", "above 1 needs DATABASE_URL: the embedded database serves one process only");
  if (settings.SIMULATORS)
    reject("PROCESSES", "above 1 needs SIMULATORS=0: the simulators work in one process only");
}
