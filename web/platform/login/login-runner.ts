import { loginReducer } from "./login-reducer.ts";
import type { LoginEffect, LoginEvent, LoginState } from "./login-state.ts";

type Answer = LoginEvent | null;
/** Runs the effects in browser, host and gateway. An effect may result in the login's next event. */
export type LoginEffectHandlers = {
  readonly [Name in LoginEffect["type"]]: (
    effect: LoginEffect & { readonly type: Name },
  ) => Answer | Promise<Answer>;
};
/** Result of a login. `offersOtherMethods`: the methods without the host should be shown. */
export type LoginOutcome = { readonly state: LoginState; readonly offersOtherMethods: boolean };

export type LoginRunner = {
  /** Runs an event and everything that follows from it, until nothing is in progress. */
  run(event: LoginEvent): Promise<LoginOutcome>;
  state(): LoginState;
};

/** Whether an answer is pending. */
const isBusy = ({ status }: LoginState): boolean =>
  status === "awaitingToken" || status === "checking" || status === "exchanging";

/** Runs the effects that login-reducer.ts decides; the only place where the login has side effects. */
export function createLoginRunner(handlers: LoginEffectHandlers, initial: LoginState): LoginRunner {
  let state = initial;
  let offersOtherMethods = false;
  /** Everything in progress: a second request may have joined what a first one has started. */
  let inProgress: Promise<unknown> = Promise.resolve();
  const runEffect = handlers as {
    readonly [name: string]: (effect: LoginEffect) => Answer | Promise<Answer>;
  };
  const dispatch = async (event: LoginEvent): Promise<void> => {
    const step = loginReducer(state, event);
    state = step.state;
    for (const effect of step.effects) {
      if (effect.type === "offerMethods") offersOtherMethods = true;
      const answer = runEffect[effect.type]?.(effect) ?? null;
      // Awaits only promises: effects without one must run without interruption.
      const next = answer instanceof Promise ? await answer : answer;
      if (next !== null) await dispatch(next);
    }
  };
  return {
    state: () => state,
    async run(event) {
      offersOtherMethods = false;
      const dispatched = dispatch(event);
      inProgress = Promise.allSettled([inProgress, dispatched]);
      await dispatched;
      if (isBusy(state)) await inProgress;
      return { state, offersOtherMethods };
    },
  };
}
