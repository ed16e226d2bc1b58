import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import type { OperatorCaller } from "../../http/console/operator.ts";
import type * as z from "zod/mini";
import type { passkeyResponse } from "#contract/console/login.ts";
import { operatorCredentialStore, type StoredPasskey } from "./credential-store.ts";
import { siteOf } from "./dependencies.ts";
import { verifyPasskey } from "./passkeys.ts";
import { totpStep } from "./totp-rules.ts";

/** Uses up a code of the authenticator app. @throws Refusal "loginFailed": wrong, or used before */
export async function consumeTotpCode(
  transaction: Database,
  operatorId: string,
  code: string,
  now: number,
): Promise<void> {
  const credentials = operatorCredentialStore(transaction);
  const totp = await credentials.totpOf(operatorId);
  const step = totp === null ? null : totpStep(totp.secret, code, now);
  if (totp === null || step === null) throw new Refusal("loginFailed");
  if (!(await credentials.useTotpStep(totp.credentialId, step, new Date(now))))
    throw new Refusal("loginFailed");
}

/** Verifies a passkey and records its use. @throws Refusal "loginFailed" */
export async function provePasskey(
  transaction: Database,
  caller: OperatorCaller,
  proof: {
    readonly response: z.output<typeof passkeyResponse>;
    readonly challenge: string;
    readonly passkey: StoredPasskey;
    readonly now: number;
  },
): Promise<void> {
  const { response, challenge, passkey, now } = proof;
  const signCount = await verifyPasskey(siteOf(caller), response, challenge, passkey);
  if (signCount === null) throw new Refusal("loginFailed");
  const credentials = operatorCredentialStore(transaction);
  if (!(await credentials.recordPasskeyUse(passkey.passkeyId, signCount, new Date(now))))
    throw new Refusal("loginFailed");
}
