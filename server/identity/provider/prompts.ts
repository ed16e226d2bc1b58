import { interactionPolicy } from "oidc-provider";
import type { Accounts } from "../accounts.ts";

/** The prompts an authorize request may ask for, by `prompt=`; the last one only where it is needed. */
export const prompts = { login: "login", create: "create", bindMobile: "bind_mobile" } as const;
export type PromptName = (typeof prompts)[keyof typeof prompts];
export const isPrompt = (name: string): name is PromptName => Object.values<string>(prompts).includes(name);

/**
 * What stands between an authorize request and its code, in order: registration when asked for,
 * login, mobile binding when asked for and the account has none (requirements B13, I01). No
 * consent: the one client is the provider's own.
 * @param loginAgeMost a login that is older is asked for again, s
 */
export function createInteractionPolicy(
  accounts: Pick<Accounts, "find">,
  loginAgeMost: number,
): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  policy.remove("consent");
  policy.add(new Prompt({ name: prompts.create, requestable: true }), 0);
  // Not the client's `default_max_age`, which makes of a request without a scope another fault than it is.
  policy.get(prompts.login)?.checks.add(
    new Check("too_old", "the login is older than any may be", "login_required", ({ oidc }) => {
      const { session, result } = oidc;
      return session?.accountId !== undefined && session.past(loginAgeMost) && !result?.login;
    }),
  );
  policy.get(prompts.login)?.checks.add(
    new Check("account_gone", "the session's account is no more", "login_required", async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      return accountId !== undefined && (await accounts.find(accountId)) === null;
    }),
  );
  const bind = new Prompt(
    { name: prompts.bindMobile, requestable: true },
    new Check("no_mobile", "the account has no mobile", "interaction_required", async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      if (!oidc.prompts.has(prompts.bindMobile) || accountId === undefined) return false;
      const account = await accounts.find(accountId);
      return account !== null && account.mobile === null;
    }),
  );
  // Asked for alone is no reason to show the page: an account with a mobile passes through.
  bind.checks.remove(`${prompts.bindMobile}_prompt`);
  policy.add(bind);
  return policy;
}
