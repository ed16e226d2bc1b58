import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { requireUser, type Caller } from "../../http/pipeline/caller.ts";
import type { AppContext } from "../../core/app-context.ts";
import { sha256 } from "../../core/secrets.ts";
import type { SessionPorts } from "../ports.ts";
import { isRecentlyAuthenticated } from "../rules.ts";
import { sessionMessages } from "../messages.ts";

/** When a session was opened, or its person proved anew who they are. */
async function lastAuthenticationTime(db: Database, token: string): Promise<Date | null> {
  const { rows } = await sql<{ proved: Date }>`
    select coalesce(proved_time, created_time) as proved from user_session where token_hash = ${sha256(token)}`.execute(
    db,
  );
  return rows[0]?.proved ?? null;
}

/**
 * Whoever has the device in hand is the person (ASVS 7.5.2): they logged in moments ago, or type the code of
 * scene "confirm" that was sent to their mobile, which then counts as long as a login does.
 * @throws Refusal "invalid" with the field `smsCode` where a code is wanted, "smsCodeWrong", "smsCodeLocked",
 * "conflict" where there is no mobile to send one to
 */
export async function requireReauthentication(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  { identity }: Pick<SessionPorts, "identity">,
  caller: Caller,
  smsCode: string | undefined,
): Promise<void> {
  const token = caller.token ?? "";
  if (isRecentlyAuthenticated(await lastAuthenticationTime(db, token), clock.now())) return;
  const { mobile } = requireUser(caller);
  if (mobile === null) throw new Refusal("conflict", { message: sessionMessages.logInAgain });
  if (smsCode === undefined)
    throw new Refusal("invalid", { fields: { smsCode: sessionMessages.codeMissing } });
  const verdict = await identity.verifySms(mobile, "confirm", smsCode);
  if (verdict === "locked") throw new Refusal("smsCodeLocked");
  if (verdict === "wrong") throw new Refusal("smsCodeWrong");
  await sql`update user_session set proved_time = ${new Date(clock.now())}
    where token_hash = ${sha256(token)}`.execute(db);
}
