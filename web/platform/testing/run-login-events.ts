import { loginReducer } from "../login/login-reducer.ts";
import type { LoginEffect, LoginEvent, LoginMethod, LoginState } from "../login/login-state.ts";

export const visitor: LoginState = { status: "visitor" };
export const loggedIn: LoginState = { status: "loggedIn" };

/** The person requests a login. */
export const requested = (
  method: LoginMethod,
  obstacle: "offline" | "storageBlocked" | null = null,
): LoginEvent => ({ type: "loginRequested", method, purpose: "login", obstacle });

/** A page is opened by a visitor, unless changed. */
export const opened = (
  method: LoginMethod,
  changes: { isLoggedIn?: boolean; isAttempted?: boolean } = {},
): LoginEvent => ({
  type: "pageOpened",
  method,
  obstacle: null,
  isLoggedIn: false,
  isAttempted: false,
  ...changes,
});
export const accepted: LoginEvent = { type: "accepted", hasMobile: true };

/**
 * Runs events through the reducer.
 * @returns the final state and all effects; `done` has their types without "trackFailure"
 */
export function after(events: readonly LoginEvent[], from: LoginState = visitor) {
  const effects: LoginEffect[] = [];
  const state = events.reduce((before, event) => {
    const step = loginReducer(before, event);
    effects.push(...step.effects);
    return step.state;
  }, from);
  const done = effects.map((effect) => effect.type).filter((name) => name !== "trackFailure");
  return { status: state.status, state, done, effects };
}
export const shownFailures = (effects: readonly LoginEffect[]) =>
  effects.flatMap((effect) => (effect.type === "showFailure" ? [effect.failure] : []));
