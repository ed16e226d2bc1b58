import { Refusal } from "#contract/core/errors.ts";
import { newId } from "../core/ids.ts";
import type { AppContext } from "../core/app-context.ts";
import type { IdentityAccount, AccountStore } from "./account-store.ts";
import { hashPassword } from "./password/password-hash.ts";
import { firstNickname, identityMessages } from "./messages.ts";

/** Account that is created without verification, for demo data and tests. */
export type ProvisionedAccount = {
  mobile: string | null;
  userName?: string;
  password?: string;
  nickname: string;
};

export type Accounts = {
  find(accountId: string): Promise<IdentityAccount | null>;
  /** Returns the account of a verified mobile; creates it if there is none. */
  findOrCreate(mobile: string): Promise<IdentityAccount>;
  /** Creates an account for a verified mobile. @throws Refusal "mobileTaken" */
  register(mobile: string, password: string | null): Promise<IdentityAccount>;
  /**
   * Sets a new password for the account of a verified mobile.
   * @param host name of the client, for the audit log
   * @throws Refusal "accountUnknown"
   */
  setPassword(mobile: string, password: string, host: string): Promise<IdentityAccount>;
  /** @throws Refusal "mobileTaken"; "forbidden" if the account has another mobile */
  bind(accountId: string, mobile: string): Promise<void>;
  /**
   * Creates an account without verification; returns the existing one if the mobile or user name is in use.
   */
  provision(account: ProvisionedAccount): Promise<IdentityAccount>;
};

export function createAccounts({ clock, config }: AppContext, store: AccountStore): Accounts {
  const create = async (mobile: string, password: string | null): Promise<IdentityAccount | null> => {
    const password_hash = password === null ? null : await hashPassword(password);
    const now = clock.now();
    const nickname = firstNickname(config.brand.name, mobile);
    const account = { account_id: newId(), mobile, user_name: null, nickname };
    return store.add({ ...account, password_hash, consent_time: new Date(now) }, now);
  };
  return {
    find: (accountId) => store.findById(accountId),
    async findOrCreate(mobile) {
      const found =
        (await store.findByMobile(mobile)) ??
        (await create(mobile, null)) ??
        (await store.findByMobile(mobile));
      if (!found) throw new Error("account neither found nor created");
      return found;
    },
    async register(mobile, password) {
      const created = await create(mobile, password);
      if (!created) throw new Refusal("mobileTaken", { message: identityMessages.registered });
      return created;
    },
    async setPassword(mobile, password, host) {
      const account = await store.setPassword(mobile, await hashPassword(password), host, clock.now());
      if (account === null) throw new Refusal("accountUnknown");
      return account;
    },
    async bind(accountId, mobile) {
      const outcome = await store.bind(accountId, mobile, clock.now());
      if (outcome === "taken") throw new Refusal("mobileTaken");
      if (outcome === "bound" && (await store.findById(accountId))?.mobile !== mobile)
        throw new Refusal("forbidden", { message: identityMessages.otherMobile });
    },
    async provision({ mobile, userName, password, nickname }) {
      const found =
        (mobile && (await store.findByMobile(mobile))) ||
        (userName && (await store.findByUserName(userName)));
      if (found) return found;
      const password_hash = password === undefined ? null : await hashPassword(password);
      const account = { account_id: newId(), mobile, user_name: userName ?? null, nickname };
      const created = await store.add({ ...account, password_hash, consent_time: null }, clock.now());
      if (!created) throw new Error("mobile or user name already in use");
      return created;
    },
  };
}
