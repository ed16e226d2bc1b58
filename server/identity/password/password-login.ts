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

/** What a guess is counted against: the account for a network, the account, the network. */
const countsOf = (login: string, address: string) => {
  const network = networkPrefix(address);
  return [
    { subject: `password ${sha256(`${login}\n${network}`)}`, rule: passwordFailures },
    { subject: `password account ${sha256(login)}`, rule: passwordFailuresPerAccount },
    { subject: `password address ${network}`, rule: passwordFailuresPerAddress },
  ] as const;
};

export type PasswordLogin = {
  /**
   * The account of a login (a mobile or user name) and its password. Five wrong ones lock the login
   * for the address.
   * @throws Refusal "passwordWrong", "tooMany" or "busy"
   */
  logIn(login: string, password: string, address: string): Promise<IdentityAccount>;
  /** Takes back what was guessed at a login: whoever has a new password starts anew. */
  forgive(login: string, address: string): Promise<void>;
};

export function createPasswordLogin(
  context: AppContext,
  store: AccountStore,
  counts: RateLimitStore,
): PasswordLogin {
  const { clock, config } = context;
  const judge = async (account: IdentityAccount | null, password: string): Promise<IdentityAccount> => {
    const isTheirs = await verifyAccountPassword(password, account?.password_hash ?? null);
    if (!isTheirs || account === null) throw new Refusal("passwordWrong");
    return account;
  };
  const logIn = async (given: string, password: string, address: string): Promise<IdentityAccount> => {
    // However a number is written, it is one account, with one count.
    const asMobile = mobile.safeParse(given);
    const login = asMobile.success ? asMobile.data : given;
    const counted = countsOf(login, address);
    // Counted before the password is judged, so that parallel guesses are counted too.
    for (const { subject, rule } of config.rateLimits ? counted : []) {
      const taken = await counts.take(subject, rule, clock.now());
      if (!taken.isTaken)
        throw new Refusal("tooMany", {
          message: identityMessages.passwordLocked(Math.ceil(taken.retryAfterSeconds / 60)),
          retryAfterSeconds: taken.retryAfterSeconds,
        });
    }
    const account = asMobile.success ? await store.byMobile(login) : await store.byUserName(login);
    const [forAddress, ...others] = counted;
    try {
      const found = await judge(account, password);
      await counts.clear(forAddress.subject);
      for (const { subject } of others) await counts.giveBack(subject);
      return found;
    } catch (error) {
      // Not judged at all: that was no guess.
      const isJudged = error instanceof Refusal && error.refusal === "passwordWrong";
      for (const { subject } of isJudged ? [] : counted) await counts.giveBack(subject);
      throw error;
    }
  };
  return {
    logIn,
    async forgive(login, address) {
      const [forAddress, forAccount] = countsOf(login, address);
      for (const { subject } of [forAddress, forAccount]) await counts.clear(subject);
    },
  };
}
