import pRetry from "p-retry";
import { isConnectionLost } from "./outage.ts";

/** Repetitions, and the wait before the first one, ms; the second waits four times as long. */
const WAITS = { retries: 2, minTimeout: 100, factor: 4, randomize: true } as const;

/**
 * Runs work that may be done twice, and repeats it when the connection to the database ended meanwhile: a proxy, a pooler
 * or a primary was stopped, and the next connection leads to another one. A database that is away, or does not answer, is
 * not asked again (row HA05).
 * @param work has the same outcome when it is repeated, also after an attempt whose outcome is unknown; called with the
 * number of the attempt, from 1
 */
export const repeatIfConnectionLost = <T>(work: (attempt: number) => Promise<T>): Promise<T> =>
  pRetry(work, { ...WAITS, shouldRetry: ({ error }) => isConnectionLost(error) });
