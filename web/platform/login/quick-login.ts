import { Refusal } from "#contract/errors.ts";
import { quickLogin } from "#contract/identity.ts";
import { send } from "../http/send.ts";
import { enter } from "./enter.ts";
import { session } from "./session.ts";
import { sessionOfToken } from "./token-login.ts";

/**
 * Logs in by mobile and SMS code without leaving the page (requirement F20).
 * @throws Refusal smsCodeWrong, smsCodeLocked, tokenInvalid, or whatever kept it from the server
 */
export async function quickLogIn(mobile: string, smsCode: string): Promise<void> {
  const { access_token } = await send(quickLogin, { mobile, smsCode }, { isSilent: true });
  try {
    enter(await sessionOfToken(send, access_token));
  } catch (error) {
    // 40102: whatever was here before is void (requirement H02).
    if (error instanceof Refusal && error.refusal === "tokenInvalid") session.clear();
    throw error;
  }
}
