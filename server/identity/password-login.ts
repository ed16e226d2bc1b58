import { Refusal } from "#contract/errors.ts";
import type { Kit } from "../kit.ts";
import { sha256 } from "../secrets.ts";
import type { Account, AccountStore } from "./account-store.ts";
import { passwordFailures } from "./count-rules.ts";
import type { CountStore } from "./count-store.ts";
import { passwordJudge } from "./passwords.ts";
import { words } from "./words.ts";

/**
 * The account of a login and its password. Five wrong ones lock the login for the address.
 * @returns a check that takes a mobile or user name, the password and the address,
 *   and throws Refusal "passwordWrong" or "tooMany"
 */
export function passwordLogin(kit: Kit, store: AccountStore, counts: CountStore) {
  const { clock, config } = kit;
  const isRight = passwordJudge();
  const isMobile = (login: string): boolean => /^1[3-9][0-9]{9}$/.test(login);
  return async (login: string, password: string, address: string): Promise<Account> => {
    // Counted before the password is judged, so that parallel guesses are counted too.
    const subject = `password ${sha256(`${login}\n${address}`)}`;
    if (config.rateLimits) {
      const taken = await counts.take(subject, passwordFailures, clock.now());
      if (!taken.isTaken)
        throw new Refusal("tooMany", {
          message: words.passwordLocked,
          retryAfterSeconds: taken.retryAfterSeconds,
        });
    }
    const account = isMobile(login) ? await store.byMobile(login) : await store.byUserName(login);
    const isHis = await isRight(password, account?.password_hash ?? null);
    if (!isHis || account === null) throw new Refusal("passwordWrong");
    await counts.clear(subject);
    return account;
  };
}
