import { Secret, TOTP } from "otpauth";
import { acceptOperatorInvite, inviteOperator, showOperatorInvite } from "#contract/console/operators.ts";
import { checkOperatorPassword, loginWithTotp } from "#contract/console/login.ts";
import type { OperatorRole } from "#contract/console/rights.ts";
import { everyScope } from "#contract/console/scope.ts";
import type { TestApp } from "../app.ts";
import { callAsOperator, loginOperator, type OperatorCallOptions } from "../operator.ts";

export const OPERATOR_PASSWORD = "Shan-Lu-2031-qiu";
/** Name of the session's cookie over http. */
const SESSION = "marque_console";
const CEREMONY = "marque_console_login";
type Cookies = readonly { readonly name: string; readonly value: string }[];
const cookieOf = (cookies: Cookies, name: string): string =>
  cookies.find((cookie) => cookie.name === name)?.value ?? "";

/** Cookie of the login under way that an answer has set, for the next call. */
export const ceremonyOf = ({ cookies }: { readonly cookies: Cookies }): OperatorCallOptions => ({
  cookies: { [CEREMONY]: cookieOf(cookies, CEREMONY) },
});
/** The session that an answer has opened; token "": none. */
export const sessionOf = ({ cookies }: { readonly cookies: Cookies }): { token: string } => ({
  token: cookieOf(cookies, SESSION),
});

/** Code that an authenticator app shows at the server's time. @param steps later, by 30 s each */
export const totpCodeAt = (app: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.context.clock.now() + steps * 30_000,
  });

/** Invites an operator as a system administrator. @returns the secret of the invitation */
export async function invite(
  app: TestApp,
  login: string,
  role: OperatorRole = "hq-staff",
): Promise<{ operatorId: string; token: string }> {
  const sysadmin = await loginOperator(app, "sysadmin");
  const { data } = await callAsOperator(app, sysadmin, inviteOperator, {
    login,
    name: "甄小心",
    grants: [{ role, scope: everyScope }],
  });
  return { operatorId: data.operatorId, token: new URL(data.link).hash.slice(1) };
}

export type BuiltInOperator = {
  readonly operatorId: string;
  readonly login: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
};
/** Adds an operator who logs in with a password and an authenticator app. */
export async function addPasswordOperator(
  app: TestApp,
  login: string,
  role?: OperatorRole,
): Promise<BuiltInOperator> {
  const { operatorId, token } = await invite(app, login, role);
  const shown = await callAsOperator(app, null, showOperatorInvite, { token });
  const { secret } = shown.data.totp;
  const chosen = { password: OPERATOR_PASSWORD, code: totpCodeAt(app, secret) };
  const args = { token, name: "甄小心", with: chosen };
  const accepted = await callAsOperator(app, null, acceptOperatorInvite, args, ceremonyOf(shown));
  if (accepted.code !== "00")
    throw new Error(`invitation not accepted: ${accepted.code} ${accepted.message}`);
  // The code of this half minute is used up.
  app.context.clock.set(app.context.clock.now() + 30_000);
  return { operatorId, login, secret, recoveryCodes: accepted.data.recoveryCodes };
}

/**
 * Logs in with password and code.
 * @param steps code of a later half minute
 * @param before session that the browser has
 */
export async function logInWithTotp(
  app: TestApp,
  { login, secret }: BuiltInOperator,
  steps = 0,
  before: { readonly token: string } | null = null,
) {
  const first = await callAsOperator(app, null, checkOperatorPassword, {
    login,
    password: OPERATOR_PASSWORD,
  });
  const code = totpCodeAt(app, secret, steps);
  return callAsOperator(app, before, loginWithTotp, { code }, ceremonyOf(first));
}
