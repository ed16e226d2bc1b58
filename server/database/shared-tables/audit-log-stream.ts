import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/app-context.ts";
import { runPeriodically } from "../../core/run-periodically.ts";
import type { AuditAction } from "./audit-log.ts";

/** Actions that an older backup does not contain, and that an operator repeats after restoring it. */
const actionsToRepeat: readonly AuditAction[] = [
  "account.end-all-sessions",
  "account.end-sessions",
  "account.lock",
  "account.unlock",
  "personal-data.erase",
  "staff-link.revoke",
];

const POLL_INTERVAL = 10_000;
/** Time between two backups, ms: also covers actions while no server ran, or whose server's log is lost. */
const INITIAL_LOOKBACK = 86_400_000;
/**
 * Overlap of two polls, ms: an entry has the time of its action, and becomes visible only when its
 * transaction commits.
 */
const LOOKBACK_OVERLAP = 600_000;

type AuditLogLine = { at: Date; action: string; kind: string; id: string | null; outcome: string };

/**
 * Polls the audit log for entries that must be known after a restore, and writes each to the server's log
 * once. Every process does so, whichever process or command has acted, so that the log of each machine is
 * complete and outlives the database.
 */
export function createAuditLogStream({
  db,
  clock,
  log,
}: Pick<AppContext, "db" | "clock" | "log">): () => Promise<void> {
  const auditLog = log.child({ about: "audit" }, { level: "info" });
  const known = new Map<string, Date>();
  let lookback = INITIAL_LOOKBACK;
  return async () => {
    const since = new Date(clock.now() - lookback);
    const { rows } = await sql<AuditLogLine & { audit_id: string }>`
      select audit_id, at_time as at, action, about_kind as kind, about_id as id, outcome from audit_entry
      where at_time > ${since} and action in (${sql.join(actionsToRepeat)}) order by at_time, audit_id`.execute(
      db,
    );
    lookback = LOOKBACK_OVERLAP;
    for (const { audit_id, ...line } of rows) {
      if (!known.has(audit_id)) auditLog.info(line, "audit entry to repeat after a restore");
      known.set(audit_id, line.at);
    }
    for (const [auditId, at] of known) if (at <= since) known.delete(auditId);
  };
}

/**
 * Polls while the server runs, unless its log level is above "info" lines of this stream: error, fatal or
 * silent.
 */
export function startAuditLogStream(app: FastifyInstance, context: AppContext): void {
  if (["silent", "fatal", "error"].includes(context.log.level)) return;
  const polling = runPeriodically(POLL_INTERVAL, createAuditLogStream(context), context.log);
  app.addHook("onClose", (_app, done) => {
    polling.stop();
    done();
  });
}
