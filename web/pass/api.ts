import {
  bindMobileOnPage,
  cancelLogin,
  loginWithPassword,
  loginWithSms,
  register,
  resetPassword,
  showInteraction,
  switchAccount,
} from "#contract/identity/identity.ts";
import type { ArgsOf, ResultOf } from "#contract/core/call.ts";
import { send } from "../platform/http/send.ts";

export type Interaction = ResultOf<typeof showInteraction>;
type Onward = Promise<{ redirectTo: string }>;

/** Forms show refusals at their fields, so no toast appears. */
const quiet = { isSilent: true } as const;

/** @throws Refusal notFound: expired, or another browser's */
export const loadInteraction = (uid: string): Promise<Interaction> => send(showInteraction, { uid }, quiet);
export const logInBySms = (args: ArgsOf<typeof loginWithSms>): Onward => send(loginWithSms, args, quiet);
export const logInByPassword = (args: ArgsOf<typeof loginWithPassword>): Onward =>
  send(loginWithPassword, args, quiet);
export const registerAccount = (args: ArgsOf<typeof register>): Onward => send(register, args, quiet);
export const setNewPassword = (args: ArgsOf<typeof resetPassword>): Onward =>
  send(resetPassword, args, quiet);
export const bindOnPage = (args: ArgsOf<typeof bindMobileOnPage>): Onward =>
  send(bindMobileOnPage, args, quiet);
export const switchToAccount = (args: ArgsOf<typeof switchAccount>): Onward =>
  send(switchAccount, args, quiet);
export const abortLogin = (uid: string): Onward => send(cancelLogin, { uid }, quiet);
