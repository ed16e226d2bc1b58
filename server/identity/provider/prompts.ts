import { interactionPolicy } from "oidc-provider";
import type { Accounts } from "../accounts.ts";

/**
 * Prompts that an authorize request may contain in `prompt=`; bind_mobile is shown only if the account has no
 * mobile.
 */
export const prompts = { login: "login", create: "create", bindMobile: "bind_mobile" } as const;
export type PromptName = (typeof prompts)[keyof typeof prompts];
export const isPrompt = (name: string): name is PromptName => Object.values<string>(prompts).includes(name);

/**
 * Creates the policy of the prompts between an authorize request and its code, in order: registration if
 * requested, login, mobile binding if requested and the account has none (requirements B13, I01). There is no
 * consent, since the only client is our own.
 * @param maxLoginAge age in seconds after which a person has to log in again
 */
export function createInteractionPolicy(
  accounts: Pick<Accounts, "find">,
  maxLoginAge: number,
): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  policy.remove("consent");
  policy.add(new Prompt({ name: prompts.create, requestable: true }), 0);
  // Not done by the client's `default_max_age`, which would change the error of a request without a scope.
  policy.get(prompts.login)?.checks.add(
    new Check("too_old", "the login is too old", "login_required", ({ oidc }) => {
      const { session, result } = oidc;
      return session?.accountId !== undefined && session.past(maxLoginAge) && !result?.login;
    }),
  );
  policy.get(prompts.login)?.checks.add(
    new Check("account_gone", "the session's account was deleted", "login_required", async ({ oidc }) => {
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
  // The request alone does not show the page: an account with a mobile skips it.
  bind.checks.remove(`${prompts.bindMobile}_prompt`);
  policy.add(bind);
  return policy;
}
