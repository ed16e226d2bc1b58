import {
  checkOperatorPassword,
  loginWithDirectory,
  loginWithPasskey,
  loginWithRecoveryCode,
  loginWithTotp,
  showLoginOptions,
  startDirectoryLogin,
  startPasskeyLogin,
} from "#contract/console/login.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { acceptOperatorInvite, showOperatorInvite } from "#contract/console/operators.ts";
import { send } from "../shell/index.ts";

export type LoginOptions = OperatorResult<typeof showLoginOptions>;
type LoggedIn = OperatorResult<typeof loginWithTotp>;

export const loadLoginOptions = (): Promise<LoginOptions> => send(showLoginOptions, {});
export const checkPassword = (
  args: OperatorArgs<typeof checkOperatorPassword>,
): Promise<OperatorResult<typeof checkOperatorPassword>> => send(checkOperatorPassword, args);
export const logInWithTotp = (code: string): Promise<LoggedIn> => send(loginWithTotp, { code });
export const logInWithRecoveryCode = (code: string): Promise<LoggedIn> =>
  send(loginWithRecoveryCode, { code });
export const beginPasskeyLogin = (): Promise<OperatorResult<typeof startPasskeyLogin>> =>
  send(startPasskeyLogin, {});
export const logInWithPasskey = (
  response: OperatorArgs<typeof loginWithPasskey>["response"],
): Promise<LoggedIn> => send(loginWithPasskey, { response });
export const beginDirectoryLogin = (
  returnTo: string | null,
): Promise<OperatorResult<typeof startDirectoryLogin>> =>
  send(startDirectoryLogin, returnTo === null ? {} : { returnTo });
export const finishDirectoryLogin = (query: string): Promise<OperatorResult<typeof loginWithDirectory>> =>
  send(loginWithDirectory, { query });

export type OperatorInvite = OperatorResult<typeof showOperatorInvite>;
export const loadInvite = (token: string): Promise<OperatorInvite> => send(showOperatorInvite, { token });
export const acceptInvite = (
  args: OperatorArgs<typeof acceptOperatorInvite>,
): Promise<OperatorResult<typeof acceptOperatorInvite>> => send(acceptOperatorInvite, args);
