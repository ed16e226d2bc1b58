import { z } from "zod";

/** Of the settings, how many server processes share one port. */
export const processFields = {
  PROCESSES: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$/, "must be a number from 1 to 64")
    .transform(Number)
    .default(1),
  /** Answers frequent requests before the framework (server/http/fast-path); these are not logged one by one. */
  FAST_PATH: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
};
type ProcessVariables = {
  readonly PROCESSES: number;
  readonly DATABASE_URL?: string | undefined;
  readonly SIMULATORS: boolean;
};

/** Several processes share a PostgreSQL server and nothing else. @param stop ends with one line that names a variable */
export function validateProcessSettings(
  settings: ProcessVariables,
  stop: (name: string, why: string) => never,
): void {
  if (settings.PROCESSES === 1) return;
  if (settings.DATABASE_URL === undefined)
    stop("PROCESSES", "above 1 needs DATABASE_URL: the embedded database belongs to one process");
  if (settings.SIMULATORS)
    stop("PROCESSES", "above 1 needs SIMULATORS=0: the simulators live in one process");
}
