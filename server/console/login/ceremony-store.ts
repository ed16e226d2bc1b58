import { sql } from "kysely";
import { newToken, sha256 } from "../../core/secrets.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";

/** Time within which a login, registration or step-up is finished, ms. */
export const CEREMONY_LIFETIME = 600_000;

/** Data that a ceremony under way needs at its end; never sent to the browser. */
export type Ceremony =
  | { readonly kind: "second-factor"; readonly operatorId: string }
  | { readonly kind: "passkey"; readonly challenge: string }
  | { readonly kind: "step-up"; readonly operatorId: string; readonly challenge: string }
  | {
      readonly kind: "invitation";
      readonly inviteId: string;
      readonly challenge: string;
      readonly totpSecret: string;
    }
  | {
      readonly kind: "directory";
      readonly state: string;
      readonly nonce: string;
      readonly verifier: string;
      readonly returnTo: string | null;
      /** Operator who steps up; null: a login. */
      readonly operatorId: string | null;
      /** ms since the epoch */
      readonly startedAt: number;
    };
export type CeremonyKind = Ceremony["kind"];
type CeremonyOf<K extends CeremonyKind> = Extract<Ceremony, { kind: K }>;

/** Ceremonies under way, by the token in the browser's cookie; each can be finished once. */
export const ceremonyStore = (db: Database) => {
  const find = async <K extends CeremonyKind>(
    token: string | null,
    kind: K,
    now: number,
    isTaken: boolean,
  ): Promise<CeremonyOf<K> | null> => {
    if (token === null) return null;
    const condition = sql`ceremony_hash = ${sha256(token)} and kind = ${kind}
      and expires_time > ${new Date(now)}::timestamptz`;
    const { rows } = await (
      isTaken
        ? sql<{ ceremony_hash: string; ceremony_data: string }>`
            delete from operator_ceremony where ${condition} returning ceremony_hash, ceremony_data`
        : sql<{ ceremony_hash: string; ceremony_data: string }>`
            select ceremony_hash, ceremony_data from operator_ceremony where ${condition}`
    ).execute(db);
    return rows[0] ? (JSON.parse(rows[0].ceremony_data) as CeremonyOf<K>) : null;
  };
  return {
    /** Begins a ceremony. @returns its token */
    async begin(ceremony: Ceremony, now: number): Promise<string> {
      const token = newToken();
      const hash = sha256(token);
      const operatorId = "operatorId" in ceremony ? ceremony.operatorId : null;
      await sql`
        insert into operator_ceremony (ceremony_hash, kind, operator_id, ceremony_data, expires_time)
        values (${hash}, ${ceremony.kind}, ${operatorId}::text,
          ${encryptedText(JSON.stringify(ceremony), "ceremony", hash)},
          ${new Date(now + CEREMONY_LIFETIME)})`.execute(db);
      return token;
    },
    /** Reads a ceremony that may be tried again, such as a mistyped code. */
    peek: <K extends CeremonyKind>(token: string | null, kind: K, now: number) =>
      find(token, kind, now, false),
    /** Ends a ceremony: of two requests with its token one gets it. */
    take: <K extends CeremonyKind>(token: string | null, kind: K, now: number) =>
      find(token, kind, now, true),
    async purge(now: number): Promise<void> {
      await sql`delete from operator_ceremony where expires_time <= ${new Date(now)}::timestamptz`.execute(
        db,
      );
    },
  };
};
export type CeremonyStore = ReturnType<typeof ceremonyStore>;
