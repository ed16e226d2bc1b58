import { signUp, type SignUpResult } from "#contract/signup/signup.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { CallHandler, EarlyCheck, RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { SignUpObserver } from "./observer.ts";
import { perUserMutex } from "./per-user-mutex.ts";
import type { Register } from "./registration.ts";
import { cachedSoldOutRefusal, type SoldOutCache } from "./sold-out-cache.ts";

type SignUpDependencies = {
  readonly register: Register;
  readonly soldOut: SoldOutCache;
  readonly observer: SignUpObserver;
};

/** Refuses from the sold-out cache, before the database is used at all. */
const soldOutPrecheck =
  ({ soldOut, observer }: SignUpDependencies): EarlyCheck<typeof signUp> =>
  (args, caller) => {
    const refusal = cachedSoldOutRefusal(soldOut, args, requireUser(caller));
    if (refusal === null) return;
    observer.arrived(args.id, caller.requestId);
    observer.ended(args.id, "full", "");
    throw refusal;
  };

/**
 * Handles `signUp`. A second request of the same person for the same activity waits for the first, so that two taps
 * with one captcha pass get the same answer.
 */
export function handleSignUp(calls: RpcRouter, dependencies: SignUpDependencies): void {
  const runExclusively = perUserMutex<SignUpResult>();
  const handler: CallHandler<typeof signUp> = (args, caller, nonce) => {
    const user = requireUser(caller);
    return runExclusively(args.id, user.userId, () => dependencies.register(args, { user, caller, nonce }));
  };
  calls.on(signUp, handler, null, { checkBefore: soldOutPrecheck(dependencies), spendsNonce: true });
}
