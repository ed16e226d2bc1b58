import { Refusal } from "#contract/core/errors.ts";
import { newId } from "../core/ids.ts";
import type { AppContext } from "../core/app-context.ts";
import type { IdentityAccount, AccountStore } from "./account-store.ts";
import { hashPassword } from "./password/password-hash.ts";
import { firstNickname, identityMessages } from "./messages.ts";

/** An account as the operator makes it, for demo data and tests. */
export type ProvisionedAccount = {
  mobile: string | null;
  userName?: string;
  password?: string;
  nickname: string;
};

export type Accounts = {
  find(accountId: string): Promise<IdentityAccount | null>;
  /** The account of a mobile whose possession was proved; made where there is none. */
  ofMobile(mobile: string): Promise<IdentityAccount>;
  /** A new account of a mobile whose possession was proved. @throws Refusal "mobileTaken" */
  register(mobile: string, password: string | null): Promise<IdentityAccount>;
  /** A new password for the account of a mobile whose possession was proved, on a client of that name. @throws Refusal "accountUnknown" */
  setPassword(mobile: string, password: string, host: string): Promise<IdentityAccount>;
  /** @throws Refusal "mobileTaken"; "forbidden" where the account has another mobile */
  bind(accountId: string, mobile: string): Promise<void>;
  /** Makes an account without proof; the existing one where the mobile or user name is known. */
  add(account: ProvisionedAccount): Promise<IdentityAccount>;
};

export function createAccounts({ clock, config }: AppContext, store: AccountStore): Accounts {
  const make = async (mobile: string, password: string | null): Promise<IdentityAccount | null> => {
    const password_hash = password === null ? null : await hashPassword(password);
    const now = clock.now();
    const nickname = firstNickname(config.brand.name, mobile);
    const who = { account_id: newId(), mobile, user_name: null, nickname };
    return store.add({ ...who, password_hash, consent_time: new Date(now) }, now);
  };
  return {
    find: (accountId) => store.byId(accountId),
    async ofMobile(mobile) {
      const found =
        (await store.byMobile(mobile)) ?? (await make(mobile, null)) ?? (await store.byMobile(mobile));
      if (!found) throw new Error("an account could neither be found nor made");
      return found;
    },
    async register(mobile, password) {
      const made = await make(mobile, password);
      if (!made) throw new Refusal("mobileTaken", { message: identityMessages.registered });
      return made;
    },
    async setPassword(mobile, password, host) {
      const account = await store.setPassword(mobile, await hashPassword(password), host, clock.now());
      if (account === null) throw new Refusal("accountUnknown");
      return account;
    },
    async bind(accountId, mobile) {
      const outcome = await store.bind(accountId, mobile, clock.now());
      if (outcome === "taken") throw new Refusal("mobileTaken");
      if (outcome === "bound" && (await store.byId(accountId))?.mobile !== mobile)
        throw new Refusal("forbidden", { message: identityMessages.otherMobile });
    },
    async add({ mobile, userName, password, nickname }) {
      const found =
        (mobile && (await store.byMobile(mobile))) || (userName && (await store.byUserName(userName)));
      if (found) return found;
      const password_hash = password === undefined ? null : await hashPassword(password);
      const who = { account_id: newId(), mobile, user_name: userName ?? null, nickname };
      const made = await store.add({ ...who, password_hash, consent_time: null }, clock.now());
      if (!made) throw new Error("the mobile or user name was taken meanwhile");
      return made;
    },
  };
}
