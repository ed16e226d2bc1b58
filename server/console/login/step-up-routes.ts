import { startStepUp, stepUp } from "#contract/console/login.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { operatorAuditActor, requireOperator, type OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { operatorSessionStore } from "../session/store.ts";
import { ceremonyStore } from "./ceremony-store.ts";
import { operatorCredentialStore } from "./credential-store.ts";
import { siteOf, type OperatorLoginParts } from "./dependencies.ts";
import { passkeyAuthentication } from "./passkeys.ts";
import { provePasskey, consumeTotpCode } from "./second-factor.ts";
import { STEP_UP_LIFETIME } from "./session-opener.ts";

/** Records a step-up of the caller's session, with its line of the audit log. @returns its end, ms */
export async function recordStepUp(
  transaction: Database,
  caller: OperatorCaller,
  method: string,
  now: number,
): Promise<number> {
  const { operatorId, sessionId } = requireOperator(caller);
  const until = now + STEP_UP_LIFETIME;
  if (!(await operatorSessionStore(transaction).recordStepUp(sessionId, until)))
    throw new Refusal("unauthenticated");
  await writeAuditEntry(transaction, {
    by: operatorAuditActor(caller),
    action: "operator.step-up",
    about: { kind: "operator", id: operatorId },
    outcome: method,
    now: new Date(now),
  });
  return until;
}

/** Registers the calls that prove the second factor again. */
export function registerStepUpCalls(calls: OperatorRouter, parts: OperatorLoginParts): void {
  const { context, credentials, attempt } = parts;
  const { db, clock } = context;

  calls.on(startStepUp, async (_args, caller) => {
    const { operatorId, sessionId } = requireOperator(caller);
    const [passkeys, totp, facts] = [
      await credentials.passkeysOf(operatorId),
      await credentials.totpOf(operatorId),
      await operatorSessionStore(db).facts(sessionId),
    ];
    const more = { hasTotp: totp !== null, isDirectoryAccount: facts?.is_directory_account ?? false };
    if (passkeys.length === 0) return { options: null, ...more };
    const { options, challenge } = await passkeyAuthentication(siteOf(caller), passkeys);
    await parts.begin(caller, { kind: "step-up", operatorId, challenge });
    return { options, ...more };
  });

  calls.on(stepUp, async (proof, caller) => {
    const { operatorId } = requireOperator(caller);
    const now = clock.now();
    const prove = async (transaction: Database): Promise<void> => {
      if ("code" in proof) return consumeTotpCode(transaction, operatorId, proof.code, now);
      const token = parts.ceremonyToken(caller);
      const ceremony = await ceremonyStore(transaction).take(token, "step-up", now);
      if (ceremony?.operatorId !== operatorId) throw new Refusal("sessionExpired");
      const passkey = await operatorCredentialStore(transaction).passkey(proof.response.id);
      if (passkey?.operatorId !== operatorId) throw new Refusal("loginFailed");
      const { challenge } = ceremony;
      await provePasskey(transaction, caller, { response: proof.response, challenge, passkey, now });
    };
    const factor = "code" in proof ? "code" : "passkey";
    const until = await attempt(caller, { factor, account: operatorId, isComplete: true }, () =>
      db.transaction().execute(async (transaction) => {
        await prove(transaction);
        return recordStepUp(transaction, caller, factor === "code" ? "totp" : "passkey", now);
      }),
    );
    return { stepUpUntil: new Date(until).toISOString() };
  });
}
