import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText, lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";

/** A passkey as it is verified. */
export type StoredPasskey = {
  readonly passkeyId: string;
  /** COSE public key, base64url. */
  readonly publicKey: string;
  readonly signCount: number;
};
type PasskeyRow = { passkey_id: string; public_key: string; sign_count: number; operator_id: string };
const toPasskey = (row: PasskeyRow): StoredPasskey & { readonly operatorId: string } => ({
  passkeyId: row.passkey_id,
  publicKey: row.public_key,
  signCount: row.sign_count,
  operatorId: row.operator_id,
});
const passkeyColumns = sql`c.passkey_id, c.public_key, c.sign_count::int as sign_count, c.operator_id`;
/** Operators who may log in. */
const mayLogIn = sql`o.locked_time is null and o.activated_time is not null`;

/** Statements of registering and removing credentials. */
const addingStatements = (db: Database) => ({
  async addPassword(operatorId: string, hash: string, now: Date): Promise<void> {
    await sql`
      insert into operator_credential (credential_id, operator_id, kind, secret_hash, created_time)
      values (${newId()}, ${operatorId}, 'password', ${hash}, ${now})`.execute(db);
  },
  /** @param step of the code that proved the app at its registration, which cannot be used again */
  async addTotp(operatorId: string, secret: string, step: number, now: Date): Promise<void> {
    const credentialId = newId();
    await sql`
      insert into operator_credential (credential_id, operator_id, kind, totp_secret, last_step, created_time)
      values (${credentialId}, ${operatorId}, 'totp', ${encryptedText(secret, "totp", credentialId)},
        ${step}, ${now})`.execute(db);
  },
  async addPasskey(operatorId: string, passkey: StoredPasskey, now: Date): Promise<void> {
    await sql`
      insert into operator_credential
        (credential_id, operator_id, kind, passkey_id, public_key, sign_count, created_time)
      values (${newId()}, ${operatorId}, 'passkey', ${passkey.passkeyId}, ${passkey.publicKey},
        ${passkey.signCount}, ${now})`.execute(db);
  },
  /** Replaces the recovery codes; only their keyed hashes are stored. */
  async setRecoveryCodes(operatorId: string, codes: readonly string[], now: Date): Promise<void> {
    await sql`delete from operator_credential where operator_id = ${operatorId} and kind = 'recovery'`.execute(
      db,
    );
    for (const code of codes)
      await sql`
        insert into operator_credential (credential_id, operator_id, kind, secret_hash, created_time)
        values (${newId()}, ${operatorId}, 'recovery', ${lookupKeyParameter(`${operatorId} ${code}`)},
          ${now})`.execute(db);
  },
  /** Removes everything that an operator logs in with. */
  async removeAll(operatorId: string): Promise<void> {
    await sql`delete from operator_credential where operator_id = ${operatorId}`.execute(db);
  },
});

/** Passwords, passkeys, secrets of authenticator apps and recovery codes of operators. */
export const operatorCredentialStore = (db: Database) => ({
  ...addingStatements(db),
  /** Password of an account that may log in; null: unknown, locked, or without a password. */
  async passwordOf(login: string): Promise<{ operatorId: string; hash: string } | null> {
    const { rows } = await sql<{ operator_id: string; secret_hash: string }>`
      select o.operator_id, c.secret_hash from operator o
      join operator_credential c on c.operator_id = o.operator_id and c.kind = 'password'
      where o.login_key = ${lookupKeyParameter(login)} and ${mayLogIn}`.execute(db);
    return rows[0] ? { operatorId: rows[0].operator_id, hash: rows[0].secret_hash } : null;
  },
  async passkey(passkeyId: string): Promise<(StoredPasskey & { readonly operatorId: string }) | null> {
    const { rows } = await sql<PasskeyRow>`
      select ${passkeyColumns} from operator_credential c join operator o on o.operator_id = c.operator_id
      where c.passkey_id = ${passkeyId} and ${mayLogIn}`.execute(db);
    return rows[0] ? toPasskey(rows[0]) : null;
  },
  async passkeysOf(operatorId: string): Promise<StoredPasskey[]> {
    const { rows } = await sql<PasskeyRow>`
      select ${passkeyColumns} from operator_credential c
      where c.operator_id = ${operatorId} and c.kind = 'passkey' order by c.credential_id`.execute(db);
    return rows.map(toPasskey);
  },
  /** Records the use of a passkey. @returns false: its counter did not grow, as that of a copied key */
  async recordPasskeyUse(passkeyId: string, signCount: number, now: Date): Promise<boolean> {
    const { rows } = await sql`
      update operator_credential set sign_count = ${signCount}, used_time = ${now}
      where passkey_id = ${passkeyId}
        and (${signCount}::bigint > sign_count or (${signCount}::bigint = 0 and sign_count = 0))
      returning 1`.execute(db);
    return rows.length > 0;
  },
  /** Secret of the authenticator app; null: none. */
  async totpOf(operatorId: string): Promise<{ credentialId: string; secret: string } | null> {
    const { rows } = await sql<{ credential_id: string; totp_secret: string }>`
      select credential_id, totp_secret from operator_credential
      where operator_id = ${operatorId} and kind = 'totp'`.execute(db);
    return rows[0] ? { credentialId: rows[0].credential_id, secret: rows[0].totp_secret } : null;
  },
  /** Uses up a time step of the authenticator app. @returns false: this or a later code was used before */
  async useTotpStep(credentialId: string, step: number, now: Date): Promise<boolean> {
    const { rows } = await sql`
      update operator_credential set last_step = ${step}, used_time = ${now}
      where credential_id = ${credentialId} and (last_step is null or last_step < ${step}::bigint)
      returning 1`.execute(db);
    return rows.length > 0;
  },
  /** Uses up a recovery code. @returns false: there is no such unused code */
  async useRecoveryCode(operatorId: string, code: string, now: Date): Promise<boolean> {
    const { rows } = await sql`
      update operator_credential set used_time = ${now}
      where operator_id = ${operatorId} and kind = 'recovery' and used_time is null
        and secret_hash = ${lookupKeyParameter(`${operatorId} ${code}`)}
      returning 1`.execute(db);
    return rows.length > 0;
  },
});
export type OperatorCredentialStore = ReturnType<typeof operatorCredentialStore>;
