import { Refusal } from "#contract/core/errors.ts";
import { mobile } from "#contract/core/fields.ts";
import { networkPrefix } from "../../http/network/ip-network.ts";
import type { AppContext } from "../../core/app-context.ts";
import { sha256 } from "../../core/secrets.ts";
import type { IdentityAccount, AccountStore } from "../account-store.ts";
import {
  passwordFailures,
  passwordFailuresPerAccount,
  passwordFailuresPerAddress,
} from "../rate-limit-rules.ts";
import type { RateLimitStore } from "../rate-limit-store.ts";
import { verifyAccountPassword } from "./password-hash.ts";
import { identityMessages } from "../messages.ts";

/** Rate limits of a guess: for the account from one network, for the account, for the network. */
const limitsOf = (login: string, address: string) => {
  const network = networkPrefix(address);
  return [
    { subject: `password ${sha256(`${login}\n${network}`)}`, rule: passwordFailures },
    { subject: `password account ${sha256(login)}`, rule: passwordFailuresPerAccount },
    { subject: `password address ${network}`, rule: passwordFailuresPerAddress },
  ] as const;
};

export type PasswordLogin = {
  /**
   * Verifies a password and returns the account. Five wrong ones lock the login for the network of the
   * address.
   * @param login a mobile or user name
   * @throws Refusal "passwordWrong", "tooMany" or "busy"
   */
  logIn(login: string, password: string, address: string): Promise<IdentityAccount>;
  /** Clears the failures of a login, since its password is new. */
  forgive(login: string, address: string): Promise<void>;
};

export function createPasswordLogin(
  context: AppContext,
  store: AccountStore,
  rateLimits: RateLimitStore,
): PasswordLogin {
  const { clock, config } = context;
  const verify = async (account: IdentityAccount | null, password: string): Promise<IdentityAccount> => {
    const isCorrect = await verifyAccountPassword(password, account?.password_hash ?? null);
    if (!isCorrect || account === null) throw new Refusal("passwordWrong");
    return account;
  };
  const logIn = async (given: string, password: string, address: string): Promise<IdentityAccount> => {
    // Normalised, so that all spellings of a mobile share one counter.
    const asMobile = mobile.safeParse(given);
    const login = asMobile.success ? asMobile.data : given;
    const limits = limitsOf(login, address);
    // Counted before the password is verified, so that parallel guesses cannot exceed the limit.
    for (const { subject, rule } of config.rateLimits ? limits : []) {
      const result = await rateLimits.take(subject, rule, clock.now());
      if (!result.isAllowed)
        throw new Refusal("tooMany", {
          message: identityMessages.passwordLocked(Math.ceil(result.retryAfterSeconds / 60)),
          retryAfterSeconds: result.retryAfterSeconds,
        });
    }
    const account = asMobile.success ? await store.findByMobile(login) : await store.findByUserName(login);
    const [forAddress, ...others] = limits;
    try {
      const found = await verify(account, password);
      await rateLimits.clear(forAddress.subject);
      for (const { subject } of others) await rateLimits.giveBack(subject);
      return found;
    } catch (error) {
      // A password that was not verified, for example because of "busy", is not counted as a guess.
      const isGuess = error instanceof Refusal && error.refusal === "passwordWrong";
      for (const { subject } of isGuess ? [] : limits) await rateLimits.giveBack(subject);
      throw error;
    }
  };
  return {
    logIn,
    async forgive(login, address) {
      const [forAddress, forAccount] = limitsOf(login, address);
      for (const { subject } of [forAddress, forAccount]) await rateLimits.clear(subject);
    },
  };
}
