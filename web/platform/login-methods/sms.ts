import { Refusal } from "#contract/core/errors.ts";
import { quickLogin } from "#contract/identity/identity.ts";
import { send } from "../http/send.ts";
import { loginSecrets } from "../login/login-secrets.ts";
import { acceptSmsToken } from "../login/login.ts";

/**
 * Logs in by mobile and SMS code without leaving the page (requirement F20).
 * @throws Refusal smsCodeWrong, smsCodeLocked, tokenInvalid, or a network failure
 */
export async function logInWithSmsCode(mobile: string, smsCode: string): Promise<void> {
  const { access_token } = await send(quickLogin, { mobile, smsCode }, { isSilent: true });
  const { state } = await acceptSmsToken(access_token);
  if (state.status !== "loggedIn") throw loginSecrets.refusal ?? new Refusal("other");
}
