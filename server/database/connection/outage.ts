/** The database has not answered for too long; whether what was sent has been done is not known. */
export class DatabaseUnresponsiveError extends Error {
  constructor() {
    super("the database does not answer");
    this.name = "DatabaseSilent";
  }
}

/**
 * SQLSTATEs of a server that cannot do its work: 08 connection, 53 out of disk, memory or connections,
 * 57P it ends or begins, 58 its files fail, XX001 and XX002 are damaged; 25006 it only reads, 55P03 a
 * lock is held too long, 25P03 and 25P04 it has ended our own transaction; 40P01 so that somebody else's could go on,
 * such as a migration's, who wanted the same rows or tables the other way round.
 */
const SQLSTATE = /^(08...|53...|57P0\d|58...|XX00[12]|25006|25P0[34]|40P01|55P03)$/;
/** What the operating system says of a server that is away, and of a disk that takes nothing more. */
const SYSTEM_CODE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|EFBIG)$/;
/** What the driver says without a code. */
const DRIVER_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

/**
 * Whether what failed is a machine's doing (database or disk) and will do again when that is mended, so
 * that the same request may be repeated; anything else is a fault of ours (requirement Z04).
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnresponsiveError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && (SQLSTATE.test(code) || SYSTEM_CODE.test(code))) return true;
  return DRIVER_MESSAGE.test(error.message) || (error.cause !== undefined && isOutage(error.cause));
}
