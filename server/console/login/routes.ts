import {
  checkOperatorPassword,
  loginWithPasskey,
  loginWithRecoveryCode,
  loginWithTotp,
  showLoginOptions,
  startPasskeyLogin,
} from "#contract/console/login.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import type { OperatorCaller } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { verifyAccountPassword } from "../../identity/index.ts";
import type { OperatorLoginMethod } from "../session/store.ts";
import { ceremonyStore } from "./ceremony-store.ts";
import { operatorCredentialStore } from "./credential-store.ts";
import { siteOf, type OperatorLoginParts } from "./dependencies.ts";
import { passkeyAuthentication } from "./passkeys.ts";
import { provePasskey, consumeTotpCode } from "./second-factor.ts";
import { sendSessionCookie } from "./session-opener.ts";

/** Registers what the login page offers, and the first factor: a password. */
function registerPasswordCalls(calls: OperatorRouter, parts: OperatorLoginParts): void {
  const { context, credentials, attempt } = parts;
  const { brand, staffDirectory, simulators } = context.config;

  calls.on(showLoginOptions, () => {
    const { name, latin, logo, theme, copyright } = brand;
    return Promise.resolve({
      brand: { name, latin, logo, theme, copyright },
      hasDirectory: staffDirectory !== null,
      hasSimulator: simulators,
    });
  });

  calls.on(checkOperatorPassword, async ({ login, password }, caller) => {
    const found = await credentials.passwordOf(login);
    const account = found?.operatorId ?? `login ${login}`;
    await attempt(caller, { factor: "password", account, isComplete: false }, async () => {
      // An unknown account takes as long as a wrong password.
      if (!(await verifyAccountPassword(password, found?.hash ?? null)) || found === null)
        throw new Refusal("loginFailed");
      await parts.begin(caller, { kind: "second-factor", operatorId: found.operatorId });
    });
    return { next: "totp" as const };
  });
}

/** Registers the second factors after a password. */
function registerSecondFactorCalls(calls: OperatorRouter, parts: OperatorLoginParts): void {
  const { context, ceremonies, attempt, cookies } = parts;
  const { db, clock, config } = context;
  /** Finishes the login of a password, in one transaction with the use of the second factor. */
  const finish = async (
    caller: OperatorCaller,
    method: OperatorLoginMethod,
    proveFactor: (transaction: Database, operatorId: string) => Promise<void>,
  ): Promise<{ operatorId: string }> => {
    const token = parts.ceremonyToken(caller);
    const pending = await ceremonies.peek(token, "second-factor", clock.now());
    if (pending === null) throw new Refusal("sessionExpired");
    const { operatorId } = pending;
    const opened = await attempt(caller, { factor: "code", account: operatorId, isComplete: true }, () =>
      db.transaction().execute(async (transaction) => {
        await proveFactor(transaction, operatorId);
        // Of two requests with one password only the first opens a session.
        if ((await ceremonyStore(transaction).take(token, "second-factor", clock.now())) === null)
          throw new Refusal("sessionExpired");
        return parts.openSession(transaction, caller, { operatorId, method });
      }),
    );
    sendSessionCookie(cookies, caller, opened.token, config.consoleSession);
    return { operatorId };
  };

  calls.on(loginWithTotp, ({ code }, caller) =>
    finish(caller, "totp", (transaction, operatorId) =>
      consumeTotpCode(transaction, operatorId, code, clock.now()),
    ),
  );
  calls.on(loginWithRecoveryCode, ({ code }, caller) =>
    finish(caller, "recovery", async (transaction, operatorId) => {
      const isUsed = await operatorCredentialStore(transaction).useRecoveryCode(
        operatorId,
        code,
        new Date(clock.now()),
      );
      if (!isUsed) throw new Refusal("loginFailed");
    }),
  );
}

/** Registers the login with a passkey, which is both factors. */
function registerPasskeyCalls(calls: OperatorRouter, parts: OperatorLoginParts): void {
  const { context, ceremonies, credentials, attempt, cookies } = parts;
  const { db, clock, config } = context;

  calls.on(startPasskeyLogin, async (_args, caller) => {
    const { options, challenge } = await passkeyAuthentication(siteOf(caller), null);
    await parts.begin(caller, { kind: "passkey", challenge });
    return { options };
  });

  calls.on(loginWithPasskey, async ({ response }, caller) => {
    const ceremony = await ceremonies.take(parts.ceremonyToken(caller), "passkey", clock.now());
    if (ceremony === null) throw new Refusal("sessionExpired");
    const passkey = await credentials.passkey(response.id);
    const account = passkey?.operatorId ?? `passkey ${response.id}`;
    const opened = await attempt(caller, { factor: "passkey", account, isComplete: true }, () => {
      if (passkey === null) throw new Refusal("loginFailed");
      const { operatorId } = passkey;
      return db.transaction().execute(async (transaction) => {
        const { challenge } = ceremony;
        await provePasskey(transaction, caller, { response, challenge, passkey, now: clock.now() });
        return {
          operatorId,
          ...(await parts.openSession(transaction, caller, { operatorId, method: "passkey" })),
        };
      });
    });
    sendSessionCookie(cookies, caller, opened.token, config.consoleSession);
    return { operatorId: opened.operatorId };
  });
}

/** Registers the calls of logging in with a built-in account. */
export function registerLoginCalls(calls: OperatorRouter, parts: OperatorLoginParts): void {
  registerPasswordCalls(calls, parts);
  registerSecondFactorCalls(calls, parts);
  registerPasskeyCalls(calls, parts);
}
