import { sql } from "kysely";
import type { OperatorRole } from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText, lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";

export type NewGrant = { readonly role: OperatorRole; readonly scope: GrantScope };
export type NewOperator = {
  /** Login name of a built-in account, lower case; null: none. */
  readonly login: string | null;
  readonly name: string;
  /** Hash of the directory's issuer and subject; null: a built-in account. */
  readonly directoryKey: string | null;
  readonly isActivated: boolean;
  readonly now: Date;
};

/** Accounts of operators and their grants. */
export const operatorStore = (db: Database) => ({
  /** Adds an operator without grants. @returns the id; null: the login name or directory account exists */
  async add({ login, name, directoryKey, isActivated, now }: NewOperator): Promise<string | null> {
    const operatorId = newId();
    const { rows } = await sql`
      insert into operator
        (operator_id, login_key, operator_login, operator_name, directory_key, created_time, activated_time)
      values (${operatorId}, ${lookupKeyParameter(login)}::text,
        ${encryptedText(login, "operatorlogin", operatorId)}::text,
        ${encryptedText(name, "operatorname", operatorId)}, ${directoryKey}::text, ${now},
        ${isActivated ? now : null}::timestamptz)
      on conflict do nothing returning 1`.execute(db);
    return rows.length === 0 ? null : operatorId;
  },
  /** Replaces the grants of one source. */
  async setGrants(
    operatorId: string,
    source: "hand" | "directory",
    grants: readonly NewGrant[],
    now: Date,
  ): Promise<void> {
    await sql`delete from operator_grant where operator_id = ${operatorId} and source = ${source}`.execute(
      db,
    );
    for (const { role, scope } of grants)
      await sql`
        insert into operator_grant (grant_id, operator_id, role, scope, source, created_time)
        values (${newId()}, ${operatorId}, ${role}, ${JSON.stringify(scope)}::jsonb, ${source}, ${now})`.execute(
        db,
      );
    await sql`update operator set revision = revision + 1 where operator_id = ${operatorId}`.execute(db);
  },
});
