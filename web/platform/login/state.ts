/** Where a login stands in this tab. `isSecond`: the provider is asked again after a failure. */
export type LoginState =
  | { readonly at: "visitor" }
  | { readonly at: "redirecting"; readonly isSecond: boolean }
  | { readonly at: "exchanging"; readonly isSecond: boolean }
  | { readonly at: "loggedIn" }
  | { readonly at: "failed" };

export type LoginEvent =
  /** The person asked to log in, register or bind a mobile. */
  | "asked"
  /** Back with a code and the state that was sent. */
  | "returned"
  /** Back with a code and another state. */
  | "returnedForeign"
  /** Back with an error: the person, or the provider, gave up. */
  | "givenUp"
  | "codeAccepted"
  | "codeRefused"
  /** The exchange found no network: asking the provider again would end on an empty page. */
  | "networkLost";

/** A failure asks the provider once more; the second one is final (requirements F08–F10). */
const afterFailure = (isSecond: boolean): LoginState =>
  isSecond ? { at: "failed" } : { at: "redirecting", isSecond: true };

/**
 * The login's next state (specification section 4, SSO flow). An event that has no place in a state
 * changes nothing: a code that nobody in this tab asked for is never exchanged (requirement F26).
 */
export function nextLogin(state: LoginState, event: LoginEvent): LoginState {
  switch (event) {
    case "asked":
      return { at: "redirecting", isSecond: false };
    case "returned":
      return state.at === "redirecting" ? { at: "exchanging", isSecond: state.isSecond } : state;
    case "returnedForeign":
      return state.at === "redirecting" ? afterFailure(state.isSecond) : state;
    case "givenUp":
      return state.at === "redirecting" ? { at: "visitor" } : state;
    case "codeAccepted":
      return state.at === "exchanging" ? { at: "loggedIn" } : state;
    case "codeRefused":
      return state.at === "exchanging" ? afterFailure(state.isSecond) : state;
    case "networkLost":
      return state.at === "exchanging" ? { at: "failed" } : state;
  }
}
