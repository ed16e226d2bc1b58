import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import { startOfShanghaiDay, toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { newId } from "../../core/ids.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../connection/database.ts";

/** Originator of an action, and its host: a client's name, the server itself, or a command. */
export type AuditActor = {
  readonly kind: "user" | "staff" | "operator" | "system";
  /** Id of the user or of the staff link; null: no particular person. */
  readonly id: string | null;
  readonly host: string;
  /** Request of an operator, as in the server's log. */
  readonly requestId?: string;
};
export const systemActor: AuditActor = { kind: "system", id: null, host: "server" };
/** An operator on the server's own pages and calls. */
export const operatorActor: AuditActor = { kind: "operator", id: null, host: "server" };
/** An operator on the machine's command line. */
export const commandLineActor: AuditActor = { kind: "operator", id: null, host: "command" };

/** All actions of the audit log. */
export type AuditAction =
  | "personal-data.export"
  | "personal-data.erase"
  | "people.export"
  | "export.make"
  | "account.reset-password"
  | "account.lock"
  | "account.unlock"
  | "account.end-sessions"
  | "account.end-all-sessions"
  | "contest.review"
  | "koc.review"
  | "owner.review"
  | "owner.ask-again"
  | "owner.reveal"
  | "club.moderate"
  | "club.review-join"
  | "club.block"
  | "club.edit"
  | "club.appoint"
  | "club.hand-over"
  | "club.create"
  | "club.close"
  | "complaint.decide"
  | "complaint.reopen"
  | "complaint.undo"
  | "club.word"
  | "catalogue.add"
  | "catalogue.change"
  | "catalogue.publish"
  | "catalogue.withdraw"
  | "catalogue.callOff"
  | "activity.create"
  | "activity.clone"
  | "activity.plan"
  | "activity.cancel-plan"
  | "activity.restore"
  | "activity.seats"
  | "banner.add"
  | "banner.change"
  | "banner.order"
  | "banner.end"
  | "banner.remove"
  | "banner.restore"
  | "picture.add"
  | "draft.save"
  | "draft.discard"
  | "catalogue.restore"
  | "catalogue.plan"
  | "catalogue.cancel-plan"
  | "price.plan"
  | "price.remove"
  | "stock.adjust"
  | "refund.approve"
  | "refund.retry"
  | "refund.return"
  | "refund.decline"
  | "refund.resubmit"
  | "refund.settle"
  | "difference.resolve"
  | "bill.refetch"
  | "order.ship"
  | "order.correct"
  | "order.address"
  | "order.reveal"
  | "order.note"
  | "order.close"
  | "order.hand-over"
  | "after-sale.decide"
  | "after-sale.receive"
  | "sign-up.move"
  | "sign-up.give-up"
  | "sign-up.add"
  | "guest.note"
  | "guest.reveal"
  | "lead.assign"
  | "lead.remind"
  | "job.start"
  | "job.undo"
  | "working-day.change"
  | "check-in"
  | "check-in.undo"
  | "coupon.redeem"
  | "coupon.undo"
  | "coupon.extend"
  | "coupon.retry-delivery"
  | "lead.reveal"
  | "lead.mark"
  | "lead.unmark"
  | "lead.plan"
  | "lead.note"
  | "form.change"
  | "page.change"
  | "page.plan"
  | "seal.issue"
  | "seal.revoke"
  | "dealer.add"
  | "dealer.change"
  | "dealer.disable"
  | "dealer.enable"
  | "dealer.restore"
  | "series.add"
  | "series.change"
  | "series.order"
  | "maker.maintenance"
  | "maker.vip"
  | "operator.login"
  | "operator.step-up"
  | "operator.end-session"
  | "operator.first"
  | "operator.invite"
  | "operator.reinvite"
  | "operator.accept"
  | "operator.grants"
  | "operator.lock"
  | "operator.unlock"
  | "view.save"
  | "view.remove"
  | "view.default"
  | "staff-link.make"
  | "staff-link.revoke"
  | "audit.read"
  | "audit.download"
  | "rights-request.take-in"
  | "rights-request.identify"
  | "rights-request.export"
  | "rights-request.fetch"
  | "rights-request.ask-erasure"
  | "rights-request.close"
  | "data-key.note"
  | "data-key.forget"
  | "data-key.reseal";
/** One entry of the audit log: ids and fixed words, never text that a person has typed. */
export type AuditEntry = {
  readonly by: AuditActor;
  readonly action: AuditAction;
  readonly about: { readonly kind: string; readonly id: string | null };
  readonly outcome: string;
  readonly now: Date;
};

/** Writes an entry; use the transaction of the action that it describes. */
export async function writeAuditEntry(
  db: Database,
  { by, action, about, outcome, now }: AuditEntry,
): Promise<void> {
  await sql`
    insert into audit_entry (audit_id, at_time, actor_kind, actor_id, action, about_kind, about_id, host, outcome, request_id)
    values (${newId()}, ${now}, ${by.kind}, ${by.id}, ${action}, ${about.kind}, ${about.id}, ${by.host}, ${outcome},
      ${by.requestId ?? null}::text)`.execute(db);
}

/** Runs in the existing transaction, else in a new one. */
export const inTransaction = <T>(db: Database, run: (db: Database) => Promise<T>): Promise<T> =>
  db.isTransaction ? run(db) : db.transaction().execute(run);

/**
 * Runs an action and writes its audit entry, both or neither.
 * @param entryOf entry for the result; null: nothing was done
 */
export const withAuditEntry = <T>(
  db: Database,
  run: (db: Database) => Promise<T>,
  entryOf: (result: T) => AuditEntry | null,
): Promise<T> =>
  inTransaction(db, async (transaction) => {
    const result = await run(transaction);
    const entry = entryOf(result);
    if (entry) await writeAuditEntry(transaction, entry);
    return result;
  });

/** Entry for a data key that is new to the database, or that nothing needs any more. */
export const dataKeyAuditEntry = (
  action: "data-key.note" | "data-key.forget",
  id: string,
  now: Date,
): AuditEntry => ({
  by: systemActor,
  action,
  about: { kind: "data-key", id },
  outcome: "done",
  now,
});

/**
 * Deletes the entries before a moment, but those that a later day's seal contains: they were committed after their day
 * was closed. Seals of days stay. @param before midnight in Shanghai @returns their number
 */
export const purgeAuditLog = (db: Database, before: Date): Promise<number> =>
  inTransaction(db, async (transaction) => {
    await sql`select set_config('marque.audit_purge', 'on', true)`.execute(transaction);
    const day = toShanghaiDate(before);
    const { numAffectedRows } = await sql`
      delete from audit_entry e where at_time < ${before} and not exists (
        select from audit_line_seal s where s.audit_id = e.audit_id and s.day >= ${day}::date)`.execute(
      transaction,
    );
    await sql`delete from audit_line_seal where day < ${day}::date`.execute(transaction);
    await sql`select set_config('marque.audit_purge', 'off', true)`.execute(transaction);
    return Number(numAffectedRows ?? 0);
  });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Deletes entries older than AUDIT_RETENTION_DAYS. */
export function scheduleAuditLogPurge(app: FastifyInstance, { db, clock, config, tasks }: AppContext): void {
  const purging = tasks.schedule("audit.purge", HOUR, async () => {
    const before = startOfShanghaiDay(clock.now() - config.auditRetentionDays * DAY);
    await purgeAuditLog(db, new Date(before));
  });
  app.addHook("onClose", (_app, done) => {
    purging.stop();
    done();
  });
}
