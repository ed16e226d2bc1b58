import { Refusal } from "#contract/core/errors.ts";
import { mobile } from "#contract/core/fields.ts";
import type { AppContext } from "../../core/app-context.ts";
import { sha256 } from "../../core/secrets.ts";
import type { IdentityAccount, AccountStore } from "../account-store.ts";
import {
  passwordFailures,
  passwordFailuresPerAccount,
  passwordFailuresPerAddress,
  passwordFailuresPerOwnDevice,
  type RateLimitRule,
} from "../rate-limit-rules.ts";
import type { RateLimitStore } from "../rate-limit-store.ts";
import { requesterOf, type RequestingCaller } from "../requester.ts";
import { accountHolder } from "../../core/account-holder.ts";
import type { VerifiedDeviceStore } from "../verified-device-store.ts";
import { verifyAccountPassword } from "./password-hash.ts";
import { identityMessages } from "../messages.ts";

type GuessLimit = {
  readonly subject: string;
  readonly rule: RateLimitRule;
  /** Whether a correct password clears the counter instead of giving its own guess back. */
  readonly isCleared?: boolean;
};
/** Rate limits of a guess of a stranger: for the account from one network, for the account, for the network. */
const strangerLimits = (login: string, network: string): readonly GuessLimit[] => [
  { subject: `password ${sha256(`${login}\n${network}`)}`, rule: passwordFailures, isCleared: true },
  { subject: `password account ${sha256(login)}`, rule: passwordFailuresPerAccount },
  { subject: `password address ${network}`, rule: passwordFailuresPerAddress },
];
/** The limit of a guess on a device of the account's holder, whom the guesses of strangers never lock out. */
const ownLimits = (login: string, deviceKey: string): readonly GuessLimit[] => [
  {
    subject: `password own ${sha256(`${login}\n${deviceKey}`)}`,
    rule: passwordFailuresPerOwnDevice,
    isCleared: true,
  },
];
/** Names under which devices of an account are stored. */
const holdersOf = ({ account_id, mobile }: IdentityAccount): readonly string[] => [
  accountHolder(account_id),
  ...(mobile === null ? [] : [mobile]),
];

export type PasswordLogin = {
  /**
   * Verifies a password and returns the account. Five wrong ones lock the login for the network of the
   * address, or for the device if the account's holder has logged in on it before.
   * @param login a mobile or user name
   * @throws Refusal "passwordWrong", "tooMany" or "busy"
   */
  logIn(login: string, password: string, caller: RequestingCaller): Promise<IdentityAccount>;
  /** Clears the failures of a login, since its password is new. */
  forgive(login: string, caller: RequestingCaller): Promise<void>;
};

export type PasswordLoginStores = {
  readonly accounts: AccountStore;
  readonly rateLimits: RateLimitStore;
  readonly devices: VerifiedDeviceStore;
};

export function createPasswordLogin(
  context: AppContext,
  { accounts, rateLimits, devices }: PasswordLoginStores,
): PasswordLogin {
  const { clock, config } = context;
  const verify = async (account: IdentityAccount | null, password: string): Promise<IdentityAccount> => {
    const isCorrect = await verifyAccountPassword(password, account?.password_hash ?? null);
    if (!isCorrect || account === null) throw new Refusal("passwordWrong");
    return account;
  };
  const logIn: PasswordLogin["logIn"] = async (given, password, caller) => {
    // Normalised, so that all spellings of a mobile share one counter.
    const asMobile = mobile.safeParse(given);
    const login = asMobile.success ? asMobile.data : given;
    const account = await (asMobile.success ? accounts.findByMobile(login) : accounts.findByUserName(login));
    const { deviceKeys, network } = requesterOf(caller);
    const ownDevice = account && (await devices.find(holdersOf(account), deviceKeys, clock.now()));
    const limits = ownDevice ? ownLimits(login, ownDevice) : strangerLimits(login, network);
    // Counted before the password is verified, so that parallel guesses cannot exceed the limit.
    for (const { subject, rule } of config.rateLimits ? limits : []) {
      const result = await rateLimits.take(subject, rule, clock.now());
      if (!result.isAllowed)
        throw new Refusal("tooMany", {
          message: identityMessages.passwordLocked(Math.ceil(result.retryAfterSeconds / 60)),
          retryAfterSeconds: result.retryAfterSeconds,
        });
    }
    try {
      const found = await verify(account, password);
      for (const { subject, isCleared } of limits)
        await (isCleared === true ? rateLimits.clear(subject) : rateLimits.giveBack(subject));
      await devices.add(accountHolder(found.account_id), deviceKeys, clock.now());
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
    async forgive(login, caller) {
      const { deviceKeys, network } = requesterOf(caller);
      const [forAddress, forAccount] = strangerLimits(login, network);
      const own = deviceKeys.flatMap((deviceKey) => ownLimits(login, deviceKey));
      for (const limit of [forAddress, forAccount, ...own]) if (limit) await rateLimits.clear(limit.subject);
    },
  };
}
