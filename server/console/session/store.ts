import { sql } from "kysely";
import type { OperatorRole } from "#contract/console/rights.ts";
import type { GrantView, loginMethods } from "#contract/console/session.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { newId } from "../../core/ids.ts";
import { newToken, sha256 } from "../../core/secrets.ts";
import type { Database } from "../../database/connection/database.ts";

/** Accuracy of the last use, ms: not every call writes. */
const USE_ACCURACY = 60_000;

/** Proof with which a session was opened. */
export type OperatorLoginMethod = (typeof loginMethods)[number];
export type StoredGrant = { readonly role: OperatorRole; readonly scope: GrantScope };
type FoundSession = {
  operator_id: string;
  operator_name: string;
  session_id: string;
  step_up_until: Date | null;
  grants: StoredGrant[];
};
type SessionFacts = {
  expires_time: Date;
  is_directory_account: boolean;
  grants: GrantView[];
  recovery_codes: number;
  recovery_left: number;
  recovery_used: Date | null;
};
export type NewOperatorSession = {
  readonly operatorId: string;
  readonly method: OperatorLoginMethod;
  readonly browser: string;
  readonly network: string;
  readonly now: number;
  /** ms */
  readonly lifetime: number;
  /** ms since the epoch; null: the login proved no second factor that counts. */
  readonly stepUpUntil: number | null;
};
type ListedSession = {
  session_id: string;
  method: OperatorLoginMethod;
  browser: string;
  network: string;
  created_time: Date;
  used_time: Date;
};

/** Statements of opening sessions and stepping up. */
const openingStatements = (db: Database) => ({
  /** Opens a session of an operator who is not locked. @returns its token; null: locked or removed meanwhile */
  async open({
    operatorId,
    method,
    browser,
    network,
    now,
    lifetime,
    stepUpUntil,
  }: NewOperatorSession): Promise<{ token: string; sessionId: string } | null> {
    const [token, sessionId, at] = [newToken(), newId(), new Date(now)];
    const { rows } = await sql`
      insert into operator_session
        (session_id, token_hash, operator_id, method, browser, network, created_time, used_time, expires_time,
         step_up_until)
      select ${sessionId}, ${sha256(token)}, operator_id, ${method}, ${browser}, ${network}, ${at}, ${at},
        ${new Date(now + lifetime)}, ${stepUpUntil === null ? null : new Date(stepUpUntil)}
      from operator where operator_id = ${operatorId} and locked_time is null for share
      returning 1`.execute(db);
    return rows.length === 0 ? null : { token, sessionId };
  },
  async hasGrant(operatorId: string): Promise<boolean> {
    const { rows } = await sql`select from operator_grant where operator_id = ${operatorId} limit 1`.execute(
      db,
    );
    return rows.length > 0;
  },
  /** Ends the session of a token, for example that of the browser's login before. */
  async endToken(token: string): Promise<void> {
    await sql`delete from operator_session where token_hash = ${sha256(token)}`.execute(db);
  },
  /** Extends the step-up of a session. @returns whether the session exists */
  async recordStepUp(sessionId: string, until: number): Promise<boolean> {
    const { rows } = await sql`
      update operator_session set step_up_until = ${new Date(until)} where session_id = ${sessionId}
      returning 1`.execute(db);
    return rows.length > 0;
  },
});

/** Statements of ending sessions. */
const endingStatements = (db: Database) => ({
  /** Ends one session of an operator. @returns whether it existed */
  async end(operatorId: string, sessionId: string): Promise<boolean> {
    const { rows } = await sql`
      delete from operator_session where operator_id = ${operatorId} and session_id = ${sessionId}
      returning 1`.execute(db);
    return rows.length > 0;
  },
  /** Ends all sessions of an operator, but one. @param exceptId null: none is kept @returns their number */
  async endAll(operatorId: string, exceptId: string | null = null): Promise<number> {
    const { rows } = await sql`
      delete from operator_session where operator_id = ${operatorId}
        and session_id is distinct from ${exceptId}::text returning 1`.execute(db);
    return rows.length;
  },
  /** Deletes sessions that have ended. */
  async purge(now: number, idle: number): Promise<void> {
    await sql`
      delete from operator_session where expires_time <= ${new Date(now)}::timestamptz
        or used_time <= ${new Date(now - idle)}::timestamptz`.execute(db);
  },
});

/** Sessions of operators; only the hashes of their tokens are stored. */
export const operatorSessionStore = (db: Database) => ({
  ...openingStatements(db),
  ...endingStatements(db),
  /**
   * Finds the operator of a token, with grants, and records the use. Everything is read for each call, so that a lock
   * or a changed grant takes effect at once in every process (requirement CO25).
   * @param idle time without use after which a session ends, ms
   * @param isUse whether a person acts, as opposed to a page that asks by itself
   */
  async find(token: string, now: number, idle: number, isUse: boolean): Promise<FoundSession | null> {
    const { rows } = await sql<FoundSession>`
      with found as (
        select s.session_id, s.used_time, s.step_up_until, o.operator_id, o.operator_name
        from operator_session s join operator o on o.operator_id = s.operator_id
        where s.token_hash = ${sha256(token)} and s.expires_time > ${new Date(now)}::timestamptz
          and s.used_time > ${new Date(now - idle)}::timestamptz and o.locked_time is null
      ), used as (
        update operator_session s set used_time = ${new Date(now)}::timestamptz from found
        where s.session_id = found.session_id and ${isUse}::boolean
          and found.used_time < ${new Date(now - USE_ACCURACY)}::timestamptz
      )
      select f.session_id, f.step_up_until, f.operator_id, f.operator_name, coalesce((
        select jsonb_agg(jsonb_build_object('role', g.role, 'scope', g.scope) order by g.grant_id)
        from operator_grant g where g.operator_id = f.operator_id), '[]'::jsonb) as grants
      from found f`.execute(db);
    return rows[0] ?? null;
  },
  /** Facts about a session and its operator that pages show. */
  async facts(sessionId: string): Promise<SessionFacts | null> {
    const { rows } = await sql<SessionFacts>`
      select s.expires_time, o.directory_key is not null as is_directory_account, coalesce((
        select jsonb_agg(jsonb_build_object(
          'grantId', g.grant_id, 'role', g.role, 'scope', g.scope, 'source', g.source) order by g.grant_id)
        from operator_grant g where g.operator_id = o.operator_id), '[]'::jsonb) as grants,
        (select count(*)::int from operator_credential c
          where c.operator_id = o.operator_id and c.kind = 'recovery') as recovery_codes,
        (select count(*)::int from operator_credential c
          where c.operator_id = o.operator_id and c.kind = 'recovery' and c.used_time is null) as recovery_left,
        (select max(c.used_time) from operator_credential c
          where c.operator_id = o.operator_id and c.kind = 'recovery') as recovery_used
      from operator_session s join operator o on o.operator_id = s.operator_id
      where s.session_id = ${sessionId}`.execute(db);
    return rows[0] ?? null;
  },
  /** Live sessions of an operator, the last used one first. */
  async list(operatorId: string, now: number, idle: number): Promise<ListedSession[]> {
    const { rows } = await sql<ListedSession>`
      select session_id, method, browser, network, created_time, used_time from operator_session
      where operator_id = ${operatorId} and expires_time > ${new Date(now)}::timestamptz
        and used_time > ${new Date(now - idle)}::timestamptz
      order by used_time desc, session_id desc limit 50`.execute(db);
    return rows;
  },
});
export type OperatorSessionStore = ReturnType<typeof operatorSessionStore>;
