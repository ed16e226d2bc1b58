/** No answer of the database in time; it is unknown whether the statement took effect. */
export class DatabaseUnresponsiveError extends Error {
  constructor() {
    super("database did not respond");
    this.name = "DatabaseUnresponsiveError";
  }
}

/**
 * SQLSTATEs of a server that cannot work: 08 connection, 53 out of disk, memory or connections, 57P shutting
 * down or starting, 57014 a statement that it cancelled, 58 system error, XX001 and XX002 corrupted data, 25006 read-only, 55P03 lock timeout,
 * 25P03 and 25P04 transaction ended by a timeout, 40P01 deadlock with another transaction, for example a
 * migration that locks the same rows or tables in another order.
 */
const SQLSTATE = /^(08...|53...|57P0\d|57014|58...|XX00[12]|25006|25P0[34]|40P01|55P03)$/;
/** Errors of the operating system: server not reachable, or disk full or failing. */
const SYSTEM_CODE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|EFBIG)$/;
/** Messages of driver errors that have no code. */
const DRIVER_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed))/;
/** Those of a connection that has ended, with a statement on it or before the next one was sent. */
const ENDED_MESSAGE = /^(Connection terminated|Client (has encountered|was closed))/;

/**
 * Whether an operation failed because of the database or the disk, and the same request may be repeated once
 * that is repaired; anything else is a fault of the code (requirement Z04).
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnresponsiveError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && (SQLSTATE.test(code) || SYSTEM_CODE.test(code))) return true;
  return DRIVER_MESSAGE.test(error.message) || (error.cause !== undefined && isOutage(error.cause));
}

/** SQLSTATEs of a connection that ended: 08 connection, 57P01 the server stops, 57P02 it has crashed, 57P03 it starts. */
const ENDED_STATE = /^(08...|57P0[123])$/;
const ENDED_CODE = /^(ECONNRESET|EPIPE)$/;
/**
 * Whether the connection to the database ended with a statement on it or just before, as when a proxy, a pooler or a primary
 * is stopped; it is unknown whether the statement took effect.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return ENDED_STATE.test(code) || ENDED_CODE.test(code);
  return ENDED_MESSAGE.test(error.message);
}
