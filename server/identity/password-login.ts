import { Refusal } from "#contract/errors.ts";
import { mobile } from "#contract/fields.ts";
import { networkOf } from "../http/network.ts";
import type { Kit } from "../kit.ts";
import { sha256 } from "../secrets.ts";
import type { Account, AccountStore } from "./account-store.ts";
import { passwordFailures, passwordFailuresPerAccount, passwordFailuresPerAddress } from "./count-rules.ts";
import type { CountStore } from "./count-store.ts";
import { judgePassword } from "./passwords.ts";
import { words } from "./words.ts";

/** What a guess is counted against: the account for a network, the account, the network. */
const countsOf = (login: string, address: string) => {
  const network = networkOf(address);
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
  logIn(login: string, password: string, address: string): Promise<Account>;
  /** Takes back what was guessed at a login: whoever has a new password starts anew. */
  forgive(login: string, address: string): Promise<void>;
};

export function passwordLogin(kit: Kit, store: AccountStore, counts: CountStore): PasswordLogin {
  const { clock, config } = kit;
  const judge = async (account: Account | null, password: string): Promise<Account> => {
    const isTheirs = await judgePassword(password, account?.password_hash ?? null);
    if (!isTheirs || account === null) throw new Refusal("passwordWrong");
    return account;
  };
  const logIn = async (given: string, password: string, address: string): Promise<Account> => {
    // However a number is written, it is one account, with one count.
    const asMobile = mobile.safeParse(given);
    const login = asMobile.success ? asMobile.data : given;
    const counted = countsOf(login, address);
    // Counted before the password is judged, so that parallel guesses are counted too.
    for (const { subject, rule } of config.rateLimits ? counted : []) {
      const taken = await counts.take(subject, rule, clock.now());
      if (!taken.isTaken)
        throw new Refusal("tooMany", {
          message: words.passwordLocked(Math.ceil(taken.retryAfterSeconds / 60)),
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
