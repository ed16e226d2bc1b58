import { loginReducer } from "./login-reducer.ts";
import type { LoginEffect, LoginEvent, LoginState } from "./login-state.ts";

type Answer = LoginEvent | null;
/** Who carries the effects out: browser, host, gateway. What an effect comes to is the login's next event. */
export type LoginEffectHandlers = {
  readonly [Name in LoginEffect["type"]]: (
    effect: LoginEffect & { readonly type: Name },
  ) => Answer | Promise<Answer>;
};
/** Where a login ended, for whoever waits; `offersOtherMethods`: the ways without a host are to be shown. */
export type LoginOutcome = { readonly state: LoginState; readonly offersOtherMethods: boolean };

export type LoginRunner = {
  /** Takes an event and everything that follows from it, until nothing is under way. */
  run(event: LoginEvent): Promise<LoginOutcome>;
  state(): LoginState;
};

/** Something is asked of somebody and will be answered. */
const isBusy = ({ status }: LoginState): boolean =>
  status === "requestingAppToken" || status === "checkingProvider" || status === "exchanging";

/** Carries out what next-login.ts decides: the one place where the login does something. */
export function createLoginRunner(ports: LoginEffectHandlers, start: LoginState): LoginRunner {
  let state = start;
  let offersOtherMethods = false;
  /** Everything under way: a second wish may only have joined what a first one has begun. */
  let underWay: Promise<unknown> = Promise.resolve();
  const carryOut = ports as { readonly [name: string]: (effect: LoginEffect) => Answer | Promise<Answer> };
  const take = async (event: LoginEvent): Promise<void> => {
    const step = loginReducer(state, event);
    state = step.state;
    for (const effect of step.effects) {
      if (effect.type === "offerOtherMethods") offersOtherMethods = true;
      const answer = carryOut[effect.type]?.(effect) ?? null;
      // Awaited only where there is something to wait for: what follows at once must not be torn apart.
      const next = answer instanceof Promise ? await answer : answer;
      if (next !== null) await take(next);
    }
  };
  return {
    state: () => state,
    async run(event) {
      offersOtherMethods = false;
      const taken = take(event);
      underWay = Promise.allSettled([underWay, taken]);
      await taken;
      if (isBusy(state)) await underWay;
      return { state, offersOtherMethods };
    },
  };
}
