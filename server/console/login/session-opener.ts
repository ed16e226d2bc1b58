import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { OperatorCaller } from "../../http/console/operator.ts";
import { describeClient } from "../session/client-rules.ts";
import type { ConsoleCookies } from "../session/cookie.ts";
import { operatorSessionStore, type OperatorLoginMethod } from "../session/store.ts";

/** Validity of a proof of the second factor for acts that need one, ms (requirement CO26). */
export const STEP_UP_LIFETIME = 300_000;

/** Opens a session within the transaction of the login, with its line of the audit log. */
export type OpenSession = (
  transaction: Database,
  caller: OperatorCaller,
  login: { readonly operatorId: string; readonly method: OperatorLoginMethod },
  action?: "operator.login" | "operator.accept",
) => Promise<{ readonly token: string }>;

/** A login is a proof of the second factor itself. @throws Refusal "loginFailed" (locked) or "noGrant" */
export const createOperatorSessionOpener =
  ({ clock, config }: Pick<AppContext, "clock" | "config">, cookies: ConsoleCookies): OpenSession =>
  async (transaction, caller, { operatorId, method }, action = "operator.login") => {
    const sessions = operatorSessionStore(transaction);
    const now = clock.now();
    const opened = await sessions.open({
      operatorId,
      method,
      ...describeClient(caller),
      now,
      lifetime: config.consoleSession,
      stepUpUntil: now + STEP_UP_LIFETIME,
    });
    if (opened === null) throw new Refusal("loginFailed");
    if (!(await sessions.hasGrant(operatorId))) throw new Refusal("noGrant");
    const previous = cookies.read("session", caller.request);
    if (previous !== null) await sessions.endToken(previous);
    await writeAuditEntry(transaction, {
      by: { kind: "operator", id: operatorId, host: "console" },
      action,
      about: { kind: "operator", id: operatorId },
      outcome: method,
      now: new Date(now),
    });
    return opened;
  };

/** Sets the session's cookie once the login is committed; the server ends the session earlier when it is not used. */
export function sendSessionCookie(
  cookies: ConsoleCookies,
  { request, reply }: Pick<OperatorCaller, "request" | "reply">,
  token: string,
  lifetime: number,
): void {
  cookies.set("session", request, reply, token, Math.floor(lifetime / 1000));
  cookies.clear("ceremony", request, reply);
}
