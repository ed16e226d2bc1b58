import { sql } from "kysely";
import type { OperatorRole } from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { GrantView } from "#contract/console/session.ts";
import { newId } from "../../core/ids.ts";
import { bodyHash } from "../../core/secrets.ts";
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
/** Originator and time of a change. */
type Change = { readonly by: string | null; readonly now: Date };
/** An operator whose row is locked for a change. */
export type LockedOperator = {
  operator_id: string;
  operator_login: string | null;
  operator_name: string;
  revision: number;
  changed_by: string | null;
  changed_time: Date | null;
  is_locked: boolean;
  is_activated: boolean;
  is_directory: boolean;
};
export type OperatorRow = {
  operator_id: string;
  operator_name: string;
  operator_login: string | null;
  created_time: Date;
  revision: number;
  is_locked: boolean;
  is_activated: boolean;
  is_directory: boolean;
  grants: GrantView[];
  passkeys: number;
  has_totp: boolean;
  recovery_codes: number;
  used_time: Date | null;
  invited_until: Date | null;
};
const grantsOfOperator = sql`coalesce((
  select jsonb_agg(jsonb_build_object(
    'grantId', g.grant_id, 'role', g.role, 'scope', g.scope, 'source', g.source) order by g.grant_id)
  from operator_grant g where g.operator_id = o.operator_id), '[]'::jsonb)`;
const countOf = (kind: string) => sql`(
  select count(*)::int from operator_credential c
  where c.operator_id = o.operator_id and c.kind = ${kind} and (c.kind <> 'recovery' or c.used_time is null))`;
/** Operators who can do a system administrator's work now. */
const isSysadmin = sql`o.locked_time is null and o.activated_time is not null and exists (
  select from operator_grant g where g.operator_id = o.operator_id and g.role = 'sysadmin')`;

const hashesOf = (grants: readonly NewGrant[]): string =>
  grants.map(({ role, scope }) => `${role} ${bodyHash(scope)}`).join("\n");

const grantStatements = (db: Database) => ({
  /** Replaces the grants of one source, which takes effect with the next call of the operator. */
  async setGrants(
    operatorId: string,
    source: GrantView["source"],
    grants: readonly NewGrant[],
    { by, now }: Change,
  ): Promise<void> {
    const { rows } = await sql<{ role: OperatorRole; scope: GrantScope }>`
      select role, scope from operator_grant where operator_id = ${operatorId} and source = ${source}
      order by grant_id`.execute(db);
    // A login at the directory mostly changes nothing.
    if (hashesOf(rows) === hashesOf(grants)) return;
    await sql`delete from operator_grant where operator_id = ${operatorId} and source = ${source}`.execute(
      db,
    );
    for (const { role, scope } of grants)
      await sql`
        insert into operator_grant (grant_id, operator_id, role, scope, source, created_time)
        values (${newId()}, ${operatorId}, ${role}, ${JSON.stringify(scope)}::jsonb, ${source}, ${now})`.execute(
        db,
      );
    await sql`
      update operator set revision = revision + 1, changed_by = ${by}::text, changed_time = ${now}
      where operator_id = ${operatorId}`.execute(db);
  },
  /**
   * Locks the rows of all system administrators, so that of two changes at once each sees the other's.
   * @returns their number
   */
  async lockSysadmins(): Promise<number> {
    const { rows } = await sql`
      select o.operator_id from operator o where ${isSysadmin} order by o.operator_id for update`.execute(db);
    return rows.length;
  },
  async countSysadmins(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from operator o where ${isSysadmin}`.execute(db);
    return rows[0]?.count ?? 0;
  },
});

/** Statements of finding and listing operators. */
const readingStatements = (db: Database) => ({
  /** Whether there is any operator. Waits for others that add the first one. */
  async isEmpty(): Promise<boolean> {
    await sql`lock table operator in share row exclusive mode`.execute(db);
    const { rows } = await sql`select from operator limit 1`.execute(db);
    return rows.length === 0;
  },
  async findByDirectory(key: string): Promise<string | null> {
    const { rows } = await sql<{ operator_id: string }>`
      select operator_id from operator where directory_key = ${key}`.execute(db);
    return rows[0]?.operator_id ?? null;
  },
  async findByLogin(login: string): Promise<string | null> {
    const { rows } = await sql<{ operator_id: string }>`
      select operator_id from operator where login_key = ${lookupKeyParameter(login)}`.execute(db);
    return rows[0]?.operator_id ?? null;
  },
  /** Locks the row of an operator until the end of the transaction. */
  async lockRow(operatorId: string): Promise<LockedOperator | null> {
    const { rows } = await sql<LockedOperator>`
      select operator_id, operator_login, operator_name, revision, changed_by, changed_time,
        locked_time is not null as is_locked, activated_time is not null as is_activated,
        directory_key is not null as is_directory
      from operator where operator_id = ${operatorId} for update`.execute(db);
    return rows[0] ?? null;
  },
  async revisionOf(operatorId: string): Promise<number> {
    const { rows } = await sql<{ revision: number }>`
      select revision from operator where operator_id = ${operatorId}`.execute(db);
    return rows[0]?.revision ?? 0;
  },
  async nameOf(operatorId: string): Promise<string | null> {
    const { rows } = await sql<{ operator_id: string; operator_name: string }>`
      select operator_id, operator_name from operator where operator_id = ${operatorId}`.execute(db);
    return rows[0]?.operator_name ?? null;
  },
  /** All operators, by their creation. */
  async list(now: Date): Promise<OperatorRow[]> {
    const { rows } = await sql<OperatorRow>`
      select o.operator_id, o.operator_name, o.operator_login, o.created_time, o.revision,
        o.locked_time is not null as is_locked, o.activated_time is not null as is_activated,
        o.directory_key is not null as is_directory, ${grantsOfOperator} as grants,
        ${countOf("passkey")} as passkeys, ${countOf("totp")} > 0 as has_totp,
        ${countOf("recovery")} as recovery_codes,
        (select max(s.used_time) from operator_session s where s.operator_id = o.operator_id) as used_time,
        (select max(i.expires_time) from operator_invite i
          where i.operator_id = o.operator_id and i.used_time is null and i.expires_time > ${now}::timestamptz)
          as invited_until
      from operator o order by o.operator_id limit 2000`.execute(db);
    return rows;
  },
});

/** Accounts of operators and their grants. */
export const operatorStore = (db: Database) => ({
  ...grantStatements(db),
  ...readingStatements(db),
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
  async rename(operatorId: string, name: string): Promise<void> {
    await sql`
      update operator set operator_name = ${encryptedText(name, "operatorname", operatorId)}
      where operator_id = ${operatorId}`.execute(db);
  },
  /** Locks an operator out or in. */
  async setLocked(operatorId: string, isLocked: boolean, { by, now }: Change): Promise<void> {
    await sql`
      update operator set locked_time = ${isLocked ? now : null}::timestamptz, revision = revision + 1,
        changed_by = ${by}::text, changed_time = ${now}
      where operator_id = ${operatorId}`.execute(db);
  },
  /** Lets an operator log in, or not until they accept another invitation. */
  async setActivated(operatorId: string, activatedTime: Date | null): Promise<void> {
    await sql`
      update operator set activated_time = ${activatedTime}::timestamptz where operator_id = ${operatorId}`.execute(
      db,
    );
  },
});

/** Finds the names of operators by id; unknown ones are left out. */
export const operatorNames =
  (db: Database) =>
  async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ operator_id: string; operator_name: string }>`
      select operator_id, operator_name from operator where operator_id = any(${[...new Set(ids)]}::text[])`.execute(
      db,
    );
    return new Map(rows.map(({ operator_id, operator_name }) => [operator_id, operator_name]));
  };
