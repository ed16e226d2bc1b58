import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import { writeAuditEntry, type AuditActor, type AuditAction } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { spendNonces } from "../http/security/nonce-store.ts";
import { makerMessages } from "./messages.ts";

/** A verified request, which takes effect once. */
export type OnceOnly = { readonly hash: string; readonly expires: number };
/** Statement of the audit log about a call: who, what, and how many records. */
export type MakerAudit = {
  readonly by: AuditActor;
  readonly action: AuditAction;
  readonly now: Date;
};

/**
 * Runs a call in one transaction with the record that it was processed, so that a repetition is refused and a call that
 * failed can be sent again unchanged.
 * @param request null: no request that could be repeated, but a command
 * @param run returns its result, and the outcome for the audit log
 * @throws Refusal "forbidden" for a repetition
 */
export const runMakerCall = <T>(
  db: Database,
  request: OnceOnly | null,
  { by, action, now }: MakerAudit,
  run: (db: Database) => Promise<{ readonly result: T; readonly outcome: string }>,
): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    if (request !== null) {
      const input = sql`(values (${request.hash}::text)) as input (nonce_hash)`;
      const { rows } = await spendNonces(input, new Date(request.expires)).execute(transaction);
      if (rows.length === 0) throw new Refusal("forbidden", { message: makerMessages.replayed });
    }
    const { result, outcome } = await run(transaction);
    await writeAuditEntry(transaction, { by, action, about: { kind: "maker", id: null }, outcome, now });
    return result;
  });
