import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { OperatorCaller } from "../../http/console/operator.ts";
import { limitedNetwork } from "../../http/network/limited-network.ts";
import type { FailureStore, FailureSubject } from "./failure-store.ts";

type AttemptOptions = {
  /** Each factor has its own counter, so that guesses of a password never lock the passkey of the account. */
  readonly factor: "password" | "code" | "passkey";
  /** Operator's id, or the text that was typed for an unknown account, which is counted alike. */
  readonly account: string;
  /** Whether a right attempt completes the login, so that wrong ones before are forgotten. */
  readonly isComplete: boolean;
};
export type RunAttempt = <T>(
  caller: OperatorCaller,
  options: AttemptOptions,
  judge: () => Promise<T>,
) => Promise<T>;

/**
 * Creates the function that judges an attempt to prove a factor, and counts it for the account and for the network before,
 * so that parallel guesses cannot exceed the limits (requirement CO22).
 */
export const createAttempts =
  ({ clock, config }: Pick<AppContext, "clock" | "config">, failures: FailureStore): RunAttempt =>
  async (caller, { factor, account, isComplete }, judge) => {
    const network = limitedNetwork(caller.address, config);
    const ofAccount: FailureSubject = { kind: "account", name: `${factor} ${account}` };
    const subjects: FailureSubject[] = [
      ofAccount,
      ...(network === null ? [] : [{ kind: "network" as const, name: network }]),
    ];
    const taken: FailureSubject[] = [];
    const giveBack = async (): Promise<void> => {
      for (const subject of taken) await failures.giveBack(subject);
    };
    for (const subject of subjects) {
      if (!(await failures.take(subject, clock.now()))) {
        await giveBack();
        throw new Refusal("loginLocked");
      }
      taken.push(subject);
    }
    try {
      const result = await judge();
      await giveBack();
      if (isComplete) await failures.forgive(ofAccount);
      return result;
    } catch (error) {
      // An attempt that was not judged, for example because of an outage, is no guess.
      if (!(error instanceof Refusal && error.refusal === "loginFailed")) await giveBack();
      throw error;
    }
  };
