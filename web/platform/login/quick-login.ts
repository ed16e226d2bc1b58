import { Refusal } from "#contract/errors.ts";
import { quickLogin } from "#contract/identity.ts";
import { send } from "../http/send.ts";
import { held } from "./held.ts";
import { takeSmsToken } from "./login.ts";

/**
 * Logs in by mobile and SMS code without leaving the page (requirement F20).
 * @throws Refusal smsCodeWrong, smsCodeLocked, tokenInvalid, or whatever kept it from the server
 */
export async function quickLogIn(mobile: string, smsCode: string): Promise<void> {
  const { access_token } = await send(quickLogin, { mobile, smsCode }, { isSilent: true });
  const { state } = await takeSmsToken(access_token);
  if (state.at !== "loggedIn") throw held.refusal ?? new Refusal("other");
}
